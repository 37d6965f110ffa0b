declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  /** https://swagger.io/docs/open-source-tools/swagger-ui/usage/configuration */
  export default function SwaggerUi(options: Readonly<Record<string, unknown>>): void;
}
