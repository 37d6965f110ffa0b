import SwaggerUi from "swagger-ui-dist/swagger-ui-es-bundle.js";

const element = document.getElementById("reference");
const darkMode = matchMedia("(prefers-color-scheme: dark)");

/** The renderer has colors for both, and leaves the choice to a class. */
const followColors = () => document.documentElement.classList.toggle("dark-mode", darkMode.matches);
followColors();
darkMode.addEventListener("change", followColors);

SwaggerUi({
  domNode: element,
  url: element?.dataset.document,
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  displayRequestDuration: true,
  // Otherwise the document would be sent to a validator on the web.
  validatorUrl: null,
});
