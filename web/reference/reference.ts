import SwaggerUi from "swagger-ui-dist/swagger-ui-es-bundle.js";

const element = document.getElementById("reference");
const darkMode = matchMedia("(prefers-color-scheme: dark)");

/** The renderer has colors for both, and leaves the choice to a class. */
const followColors = () => document.documentElement.classList.toggle("dark-mode", darkMode.matches);
followColors();
darkMode.addEventListener("change", followColors);

const response = await fetch(element?.dataset.document ?? "");
const description = await response.json();

SwaggerUi({
  domNode: element,
  // Calls go to the address that this page came from, which may be another name of the service.
  spec: { ...description, servers: [{ url: location.origin + (document.body.dataset.base ?? "") }] },
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  displayRequestDuration: true,
  // Otherwise the document would be sent to a validator on the web.
  validatorUrl: null,
});
