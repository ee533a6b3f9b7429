// Bundles the library for browsers (dist/browser): index.js, and chunks that it loads when they are first needed.

/**
 * Returns esbuild's options.
 *
 * @param common options of all builds
 */
export const browserBuild = (common) => ({
  ...common, platform: 'browser', target: 'es2023', format: 'esm', splitting: true, sourcemap: false,
  entryPoints: {index: 'src/browser.ts'}, outdir: 'dist/browser', chunkNames: '[name]-[hash]',
})
