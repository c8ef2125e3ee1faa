/**
 * Returns a function that reads the token of the link in the address. Only the page keeps it: the address and the
 * history must not.
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
