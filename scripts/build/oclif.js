// Bundles oclif. By default, oclif searches folders for commands and plugins, and loads them from files. The program has a table of
// its commands instead.
import {readFileSync} from 'node:fs'

/** Returns the text of a file with replacements. Fails unless each replaced text occurs exactly once. */
export const edited = (path, edits) => Object.entries(edits).reduce((text, [old, other]) => {
  const [before, after, ...others] = text.split(old)
  if (after === undefined || others.length > 0) throw new Error(`${path}: the build expects one ${old}`)
  return `${before}${other}${after}`
}, readFileSync(path, 'utf8'))

/** The exports of '@oclif/core' that kadm uses. Loading all 165 files of oclif takes longer than everything else together. */
export const oclifExports = `
  export * as Args from '@oclif/core/args'
  export {Command} from '@oclif/core/command'
  export * as Errors from '@oclif/core/errors'
  export {execute} from '@oclif/core/execute'
  export * as Flags from '@oclif/core/flags'
  export {loadHelpClass} from '@oclif/core/help'
`

/** Replacements for modules of oclif, by the ends of their paths. */
const replaced = {
  // Takes commands and hooks from the table of the program, which has them by their paths in the sources.
  'module-loader.js': `
    const {relative, sep} = require('node:path')
    const {modules} = require('kadm:modules')
    exports.loadWithData = async ({root}, filePath) => ({filePath, isESM: true, module: await modules[relative(root, filePath).replaceAll(sep, '/')]()})
  `,
  // Does not look for TypeScript.
  'config/ts-path.js': 'const {join} = require(\'node:path\')\nexports.tsPath = async (root, path) => join(root, path)',
}

/** Packages with which oclif searches for plugins and commands. kadm never calls them. */
const unused = /^(?:lilconfig|minimatch|tinyglobby)$/

export const oclifParts = {
  name: 'oclif-parts',
  setup({onLoad, onResolve}) {
    for (const [end, contents] of Object.entries(replaced)) {
      onLoad({filter: new RegExp(`[\\\\/]core[\\\\/]lib[\\\\/]${end.replace('/', '[\\\\/]').replace('.', '\\.')}$`)}, () => ({contents}))
    }
    onLoad({filter: /[\\/]core[\\/]lib[\\/]config[\\/]plugin\.js$/}, ({path}) => ({contents: edited(path, {
      'await (0, fs_1.readJson)(p)': 'PROGRAM.require(\'../../oclif.manifest.json\')',
      // Avoids localeCompare: loading collation data takes 6 ms, and command names are ASCII.
      'a.id.localeCompare(b.id)': '(a.id < b.id ? -1 : 1)',
    })}))
    onResolve({filter: unused}, ({path}) => ({path, namespace: 'unused'}))
    onLoad({filter: /^/, namespace: 'unused'}, () => ({contents: 'module.exports = {}'}))
  },
}
