import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'

import {admissionPlugins} from '../../src/admission/plugins/index.js'
import {sharedKinds} from '../../src/kinds/index.js'
import {go, run} from './go.js'
import type {ReflectedTables} from './tables.js'

interface Module {
  readonly Dir: string
  readonly GoMod: string
}

/** The kinds of kadm's registry, without the one whose type is written by hand (docs/adr/0014). */
const kinds = [...sharedKinds, ...admissionPlugins.flatMap((plugin) => plugin.kinds)].filter(({kind}) => kind !== 'CustomResourceDefinition')
  .map(({apiVersion, kind}) => `${apiVersion}/${kind}`)

/** The tables of a release: builds the reflector with the modules of that release, and runs it. */
export function reflect(release: string): ReflectedTables {
  const folder = mkdtempSync(join(tmpdir(), 'kadm-tables-'))
  try {
    cpSync(fileURLToPath(new URL('reflect', import.meta.url)), folder, {recursive: true})
    const {Dir, GoMod} = JSON.parse(go(['mod', 'download', '-json', `k8s.io/kubernetes@v${release}`], folder)) as Module
    writeFileSync(join(folder, 'go.mod'), moduleFile(release, readFileSync(GoMod, 'utf8')))
    go(['build', '-o', 'tables', '.'], folder)
    return JSON.parse(run(join(folder, 'tables'), [Dir, ...kinds], folder)) as ReflectedTables
  } finally {
    rmSync(folder, {recursive: true, force: true})
  }
}

/** The go.mod of the reflector: k8s.io/kubernetes names its own modules without versions, which are those of the release. */
function moduleFile(release: string, kubernetes: string): string {
  const [language = ''] = /^go .*$/m.exec(kubernetes) ?? []
  const modules = [...kubernetes.matchAll(/^\s+(k8s\.io\/[\w-]+) (?:v0\.0\.0|=> \.\/staging\S*)$/gm)].map(([, name = '']) => name)
  const replaced = [...new Set(modules)].map((name) => `replace ${name} => ${name} v0.${release.slice('1.'.length)}\n`)
  return `module tables\n\n${language}\n\nrequire k8s.io/kubernetes v${release}\n\n${replaced.join('')}`
}
