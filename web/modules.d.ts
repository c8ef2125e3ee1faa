// Types for packages that bring none, as far as the pages use them.
declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  const createUi: {
    (options: Record<string, unknown>): unknown;
    presets: { apis: unknown };
  };
  export default createUi;
}
declare module "react" {
  export const createElement: (type: unknown, props: Record<string, unknown>) => unknown;
}
declare module "react-dom/client" {
  export const createRoot: (element: Element) => { render: (node: unknown) => void };
}
