/** Builds the web app twice: for the browser (`vite build`) and for rendering on the server (`vite build --ssr web/entry-server.tsx`). */
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  publicDir: 'web/public',
  build: {
    outDir: isSsrBuild ? 'build/ssr' : 'build/web',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    target: 'baseline-widely-available',
    // The server reads which files a page needs.
    manifest: !isSsrBuild,
    // The policy of the site forbids data: fonts and scripts; every asset is a file.
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild ? {} : { input: 'web/entry-client.tsx' },
  },
  // Everything is bundled for the server too, so that React is the production build whatever NODE_ENV says at run time.
  ssr: { noExternal: command === 'build' ? true : undefined },
  define: isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
}))
