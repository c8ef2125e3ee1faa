import createUi from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "./page.css";

const place = document.querySelector("#calls")!;
const dark = matchMedia("(prefers-color-scheme: dark)");

const paint = (): void => void document.documentElement.classList.toggle("dark-mode", dark.matches);

/** The document, for the server that this page is of: it may be reached by another name than its own. */
const load = async (): Promise<object> => {
  const answer = await fetch("v1/openapi.json");
  if (!answer.ok) throw new Error(`v1/openapi.json: ${answer.status}`);
  const here = new URL(".", location.href).href.replace(/\/$/, "");
  return { ...((await answer.json()) as object), servers: [{ url: here }] };
};

paint();
dark.addEventListener("change", paint);
try {
  createUi({
    domNode: place,
    spec: await load(),
    presets: [createUi.presets.apis],
    layout: "BaseLayout",
    deepLinking: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    // Left to itself it would show a picture of somebody else's server.
    validatorUrl: null,
    persistAuthorization: false,
  });
} catch (error) {
  place.textContent = `The list of calls could not be loaded (${(error as Error).message}).`;
}
