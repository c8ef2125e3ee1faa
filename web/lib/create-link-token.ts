/**
 * Returns a function that reads the token of the link in the address. Only the page keeps the token: it must not stay
 * in the address or the history.
 */
export const createLinkToken = (): (() => string) => {
  let token = "";
  return () => {
    if (location.hash !== "") {
      token = location.hash.slice(1);
      history.replaceState(history.state, "", location.pathname);
    }
    return token;
  };
};
