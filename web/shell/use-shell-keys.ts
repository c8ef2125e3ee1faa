import { useEffect } from "preact/hooks";
import { isForPage } from "../lib/single-keys.js";

/** Keys of every screen: / goes to its search, ? shows all keys. */
export const useShellKeys = (showKeys: () => void): void => {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key === "?" && isForPage(event)) showKeys();
      const search = document.querySelector<HTMLInputElement>("main input[type=search]");
      if (event.key !== "/" || !search || !isForPage(event)) return;
      event.preventDefault();
      search.focus();
      search.select();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [showKeys]);
};
