{
  // Loaded before anything is shown, so no page flashes in the other colors.
  const root = document.documentElement;
  const read = (name: string) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  root.dataset.script = "";
  const theme = read("assay-theme");
  if (theme === "light" || theme === "dark") root.style.colorScheme = theme;
  // The playground hides the example that the server has drawn if it will open something else.
  if (location.hash !== "" || history.state !== null || read("assay-draft") !== null)
    root.dataset.opens = "";
}
