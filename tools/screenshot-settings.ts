/** The user settings for screenshots: only the parts of VS Code that a screenshot is about. */
export const screenshotSettings = {
  "workbench.colorTheme": "Default Light Modern",
  "window.autoDetectColorScheme": false,
  "window.commandCenter": false,
  "workbench.layoutControl.enabled": false,
  "editor.minimap.enabled": false,
  "editor.wordWrap": "on",
  "breadcrumbs.enabled": false,
  // Without this setting, the window counts the ports of other processes.
  "remote.autoForwardPorts": false,
};
