import {build} from 'esbuild'
import {cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync} from 'node:fs'
import {join, relative, sep} from 'node:path'
import {pathToFileURL} from 'node:url'

import {root} from '../helpers/run-kadm.js'
import {instrument} from './instrument.js'

/** Folder of the instrumented build, below the packages that it imports. */
const cache = join(root, 'node_modules/.cache/kadm-fuzz')

const tables = 'src/machinery/schema'

/** The folder of the modules that find files relative to their own path. */
const platform = 'src/machinery/platform/node'

/** The program of the child processes, in the folder of the build. */
export const workerFile = 'test/fuzz/worker.js'

/**
 * Builds the commands with a counter for each branch, and the program of the child processes. With tsx, each dynamic import of a run
 * would wait for another thread.
 *
 * @returns the folder with a module for each command, to be removed by the caller
 */
export async function buildInstrumented(): Promise<string> {
  mkdirSync(cache, {recursive: true})
  const folder = mkdtempSync(join(cache, 'build-'))
  let branches = 0
  await build({
    absWorkingDir: root,
    entryPoints: [...commandFiles(), workerFile.replace(/js$/, 'ts')],
    outdir: folder,
    outbase: '.',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    // The modules read the field tables as from the sources, by import.meta.url. esbuild would define a `require` that fails.
    define: {require: 'undefined'},
    sourcemap: 'inline',
    sourcesContent: false,
    chunkNames: `${platform}/[name]-[hash]`,
    logLevel: 'error',
    plugins: [{
      name: 'instrument',
      setup(esbuild) {
        // Helpers find files of the repository relative to their own path.
        esbuild.onLoad({filter: /[\\/]test[\\/].*\.ts$/}, ({path}) => ({
          contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)), loader: 'ts',
        }))
        esbuild.onLoad({filter: /[\\/](?:src|commands)[\\/].*\.ts$/}, ({path}) => ({contents: instrument(readFileSync(path, 'utf8'), path, () => branches++), loader: 'ts'}))
      },
    }],
  })
  // The field tables are files that a chunk finds relative to its own path.
  cpSync(join(root, tables), join(folder, tables), {recursive: true, filter: (path) => !path.endsWith('.ts')})
  return folder
}

/** The modules of the commands, relative to the root. */
export const commandFiles = (): string[] => readdirSync(join(root, 'commands'), {recursive: true, withFileTypes: true})
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map(({parentPath, name}) => relative(root, join(parentPath, name)).split(sep).join('/'))
  .sort()
