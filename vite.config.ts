/** Builds the web app twice: for the browser (`vite build`) and for rendering on the server (`vite build --ssr web/entry-server.tsx`). */
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { bootEntry, clientEntry, developmentEntry } from './web/app/assets.ts'

/** React Router's package.json leads to its development files whatever is built, warnings and all. */
const productionRouter = ['index', 'dom-export'].map((file) => ({
  find: file === 'index' ? /^react-router$/ : /^react-router\/dom$/,
  replacement: fileURLToPath(new URL(`node_modules/react-router/dist/production/${file}.mjs`, import.meta.url)),
}))

/** What every page needs and no release of ours changes: browsers keep it when the rest is new. */
const framework = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|use-sync-external-store)\//

/**
 * What many pages share and weighs next to nothing: icons, rules, plain elements. Each alone would be a request of its own. Named one by
 * one, since whatever these import comes along: nothing here may lead to zod or Base UI.
 */
const smallParts = new RegExp(
  [
    'lucide-react',
    '/domain/(calendar|categories|delivery|distance|hygiene|money|pickup|product-facts|product-price|ratings|slugs|sorting)\\.',
    '/web/ui/(badge|breadcrumbs|button|button-style|card|class-names|empty-state|link-button|load-failed|picture|skeleton|spinner|stars)\\.',
  ].join('|'),
)

/** The browser's entry while developing: what Vite would put into an index.html by inline scripts, which our pages do not have. */
const liveEntry: Plugin = {
  name: 'tuckbox-live-entry',
  apply: 'serve',
  resolveId: (id) => (id === developmentEntry ? id : undefined),
  load: (id) =>
    id === developmentEntry
      ? `import '/@vite/client'
         import { injectIntoGlobalHook } from '/@react-refresh'
         injectIntoGlobalHook(window)
         window.$RefreshReg$ = () => {}
         window.$RefreshSig$ = () => (type) => type
         import('/${clientEntry}')`
      : undefined,
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), liveEntry],
  publicDir: 'web/public',
  resolve: { alias: command === 'build' ? productionRouter : [] },
  build: {
    outDir: isSsrBuild ? 'build/ssr' : 'build/web',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    target: 'baseline-widely-available',
    // The server reads which files a page needs.
    manifest: !isSsrBuild,
    // The policy of the site forbids data: fonts and scripts; every asset is a file.
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: [bootEntry, clientEntry],
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: framework, priority: 1 },
                // What stands around every page, in one file instead of a dozen; what fetches it stands alone.
                { name: 'shell', tags: ['$initial'], test: (id) => !id.endsWith(bootEntry) },
                { name: 'small-parts', test: smallParts, minShareCount: 2 },
              ],
            },
          },
        },
  },
  // Everything is bundled for the server too, so that React is the production build whatever NODE_ENV says at run time.
  ssr: { noExternal: command === 'build' ? true : undefined },
  define: isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
}))
