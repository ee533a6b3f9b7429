// Bundles the program into scripts (dist/program). Each script is one CommonJS file, so that its compiled code can be cached.

/** Packages that only oclif and cli-table3 import. An empty module takes the place of those that kadm never calls; others have a small one. */
const replaced = {
  ...Object.fromEntries(['@colors/colors/safe', 'color-convert', 'lilconfig', 'minimatch', 'tinyglobby', 'typescript'].map((name) => [name, './scripts/build/unused.js'])),
  'cli-spinners': './scripts/build/spinners.js',
  'ejs': './scripts/build/ejs.js',
  'emoji-regex': './scripts/build/emoji-regex.cjs',
}

/**
 * Large packages that only some commands need. npm installs them beside kadm, as all of its dependencies, and the program loads them from there. A single executable
 * has them as assets.
 */
export const installedPackages = ['re2js']

/** With `strict` in tsconfig.json, esbuild begins each of the 1,200 modules with "use strict". Once for a script is enough. */
export const strictOnce = {compilerOptions: {useDefineForClassFields: false, verbatimModuleSyntax: true}}

/**
 * Returns esbuild's options for each script, by its name.
 *
 * @param common options of all builds
 */
export function programBuilds(common) {
  const script = (name, options, entry = `src/program/${name}.ts`) => ({
    ...common, entryPoints: [entry], format: 'cjs', outfile: `dist/program/${name}.cjs`,
    supported: {...common.supported, 'dynamic-import': false}, ...options,
  })
  const others = {'@oclif/core': './main.cjs', globby: './globby.cjs', picomatch: './globby.cjs'}
  return {
    main: script('main', {alias: replaced, tsconfigRaw: {compilerOptions: {paths: {'@oclif/core': ['./src/program/oclif.ts']}}}}),
    kadm: script('kadm', {
      alias: {...replaced, ...others}, external: [...new Set(Object.values(others)), ...installedPackages], define: {PROGRAM_SCRIPT: '__filename', 'import.meta.url': 'undefined'},
      tsconfigRaw: strictOnce, banner: {js: '"use strict";'},
    }),
    globby: script('globby', {}),
    // The threads that read logs need little of kadm: a script of their own starts sooner.
    'log-worker': script('log-worker', {}, 'src/cli/log-worker.ts'),
  }
}
