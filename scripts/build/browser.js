// Bundles the library for browsers (dist/browser): index.js, and chunks that it loads when they are first needed. What it shares with the program is in dist/shared.

/** Leaves the tables where the program has them, as JSON modules. */
const tables = {
  name: 'tables',
  setup({onResolve}) {
    onResolve({filter: /\/schema\/.*\.json$/}, ({path}) => ({path: path.replace(/^.*\/schema\//, '../program/'), external: true}))
  },
}

/**
 * Returns esbuild's options.
 *
 * @param common options of all builds
 */
export const browserBuild = (common) => ({
  ...common, platform: 'browser', target: 'es2023', supported: {'import-attributes': true}, format: 'esm', splitting: true, sourcemap: false,
  entryPoints: {index: 'src/browser.ts'}, outdir: 'dist/browser', chunkNames: '[name]-[hash]', plugins: [tables],
  // npm installs them with kadm.
  external: ['re2js', '@noble/*'],
})
