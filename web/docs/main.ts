import createUi from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "./page.css";

const container = document.querySelector("#calls")!;
const darkScheme = matchMedia("(prefers-color-scheme: dark)");

const applyColorScheme = (): void =>
  void document.documentElement.classList.toggle("dark-mode", darkScheme.matches);

/** Loads the OpenAPI document and sets its server to this page's address, which may differ from PUBLIC_URL. */
const loadOpenapi = async (): Promise<object> => {
  const response = await fetch("v1/openapi.json");
  if (!response.ok) throw new Error(`v1/openapi.json: ${response.status}`);
  const here = new URL(".", location.href).href.replace(/\/$/, "");
  return { ...((await response.json()) as object), servers: [{ url: here }] };
};

applyColorScheme();
darkScheme.addEventListener("change", applyColorScheme);
try {
  createUi({
    domNode: container,
    spec: await loadOpenapi(),
    presets: [createUi.presets.apis],
    layout: "BaseLayout",
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    // The default shows an image from a third-party server.
    validatorUrl: null,
    persistAuthorization: false,
  });
} catch (error) {
  container.textContent = `Couldn't load the API reference: ${(error as Error).message}.`;
}
