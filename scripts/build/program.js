// Bundles the program into scripts (dist/program). Each script is one CommonJS file, so that its compiled code can be cached.
import {build} from 'esbuild'

/** Packages that only oclif and cli-table3 import, and kadm never calls: an empty module takes their place. */
const unused = {
  ...Object.fromEntries(['@colors/colors/safe', 'color-convert', 'lilconfig', 'minimatch', 'tinyglobby', 'typescript'].map((name) => [name, './scripts/build/unused.js'])),
  'cli-spinners': './scripts/build/spinners.js',
}

/** Returns the bundled text of the threads that read logs. */
async function logWorker(common) {
  const {outputFiles: [{text}]} = await build({...common, sourcemap: false, legalComments: 'none', entryPoints: ['src/cli/log-worker.ts'], format: 'cjs', outfile: 'log-worker.cjs'})
  return text
}

/**
 * Returns esbuild's options for each script.
 *
 * @param common options of all builds
 */
export async function programBuilds(common) {
  const script = (name, options) => ({
    ...common, entryPoints: [`src/program/${name}.ts`], format: 'cjs', outfile: `dist/program/${name}.cjs`,
    supported: {...common.supported, 'dynamic-import': false}, ...options,
  })
  const others = {'@oclif/core': './main.cjs', globby: './globby.cjs'}
  return [
    script('main', {alias: unused, tsconfigRaw: {compilerOptions: {paths: {'@oclif/core': ['./src/program/oclif.ts']}}}}),
    script('kadm', {alias: {...unused, ...others}, external: Object.values(others), define: {LOG_WORKER: JSON.stringify(await logWorker(common)), 'import.meta.url': 'undefined'}}),
    script('globby', {}),
  ]
}
