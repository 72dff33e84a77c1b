export const desktopViewport = { width: 1280, height: 900 }
