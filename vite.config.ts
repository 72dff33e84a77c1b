/** Builds the web app twice: for the browser (`vite build`) and for rendering on the server (`vite build --ssr web/app/entry-server.tsx`). */
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { bootEntry, clientEntry, developmentEntry } from './web/app/assets.ts'
import { listPages } from './web/app/list-pages.ts'

/** React Router's package.json resolves to its development files even in a production build. These aliases name the production files. */
const productionRouter = ['index', 'dom-export'].map((file) => ({
  find: file === 'index' ? /^react-router$/ : /^react-router\/dom$/,
  replacement: fileURLToPath(new URL(`node_modules/react-router/dist/production/${file}.mjs`, import.meta.url)),
}))

/** Lucide's icons stay its own; only what renders them is replaced. */
const icons = {
  find: /^(\.\.?\/)+createLucideIcon\.mjs$/,
  replacement: fileURLToPath(new URL('web/ui/lucide-icon.tsx', import.meta.url)),
}

/** What renders them needs no keys, whose random letters do not compress. */
const iconsWithoutKeys: Plugin = {
  name: 'tuckbox-icons-without-keys',
  apply: 'build',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\// },
    handler: (code) => ({ code: code.replaceAll(/, key: "\w+"/g, ''), map: null }),
  },
}

/** Libraries that every page needs. Their own file stays in the browser's cache when a release changes the rest. */
const framework = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|use-sync-external-store)\//

/** What the lists of products consist of. */
const listing = new RegExp(
  [
    '/@tanstack/',
    '/domain/(catalogue/drops|values/ratings)\\.',
    '/web/features/discover/listing/sorting\\.',
    '/web/features/discover/(favourites/|filters/(day-control|filter-button|listing-filters))',
    '/web/features/discover/listing/(active-filters|listing|price-bounds|product|radius-notice|rating-line|sort-control|use-listing-parameters)',
    '/web/features/discover/drops/upcoming',
    '/web/platform/query-keys/(catalogue|drops|favourites)\\.',
  ].join('|'),
)

/** The small modules of the home page that many pages share. */
const commonParts = new RegExp(
  [
    '/domain/(catalogue/product-price|values/(calendar|money))\\.',
    '/lucide-react/dist/esm/icons/(chevron-down|cookie|gift|heart|info|sliders-horizontal|sparkles|star|triangle-exclamation-point)\\.',
    '/web/platform/(paged-list|preload|structured-data)\\.',
    '/web/ui/(badge|link-button|load-failed|notice|select|skeleton)\\.',
  ].join('|'),
)

/**
 * Other small modules that many pages share, in one file instead of a request for each: icons, rules, plain elements.
 * The group also takes everything that these modules import, so none of them may import zod or Base UI.
 */
const smallParts = new RegExp(
  [
    'lucide-react',
    '/domain/(catalogue/(categories|product-price)|delivery/delivery|food/hygiene|locations/distance|pickup/pickup|values/(calendar|money|ratings|slugs))\\.',
    '/web/features/discover/(listing/sorting|product/product-facts)\\.ts',
    '/web/ui/(badge|breadcrumbs|button|button-style|card|class-names|empty-state|field|input|link-button|load-failed|notice|page|picture|skeleton|spinner|stars|text-field)\\.',
  ].join('|'),
)

/** The browser's entry in development. It does what Vite's inline scripts in an index.html do, since these pages have none. */
const developmentEntryPlugin: Plugin = {
  name: 'tuckbox-development-entry',
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
  plugins: [react(), tailwindcss(), developmentEntryPlugin, iconsWithoutKeys],
  publicDir: 'web/public',
  resolve: { alias: command === 'build' ? [...productionRouter, icons] : [] },
  build: {
    outDir: isSsrBuild ? 'build/ssr' : 'build/web',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    target: 'baseline-widely-available',
    // The server reads in the manifest which files a page needs.
    manifest: !isSsrBuild,
    // Every asset is a file: the site's content security policy forbids fonts and scripts in data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          input: [bootEntry, clientEntry],
          output: {
            // Without names: the entry lists the files of all pages, and their names would be a kilobyte of the first load.
            chunkFileNames: 'assets/[hash].js',
            codeSplitting: {
              groups: [
                { name: 'framework', tags: ['$initial'], test: framework, priority: 1 },
                // The modules of the first load, in one file instead of a dozen. The boot script, which loads it, stays separate.
                { name: 'shell', tags: ['$initial'], test: (id) => !id.endsWith(bootEntry) },
                // Lists of queries, which the home page has none of.
                { name: 'queries', test: /queriesObserver|useQueries/, priority: 0.5 },
                { name: 'common-parts', test: commonParts, minShareCount: 2 },
                { name: 'listing', test: listing, minShareCount: 2 },
                { name: 'small-parts', test: smallParts, minShareCount: 2 },
              ],
            },
          },
        },
  },
  // Everything is bundled for the server too, so that React is the production build whatever NODE_ENV says at run time.
  ssr: { noExternal: command === 'build' ? true : undefined },
  define: {
    PAGE_FILES: JSON.stringify(listPages()),
    ...(isSsrBuild && { 'process.env.NODE_ENV': JSON.stringify('production') }),
  },
}))
