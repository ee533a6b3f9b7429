import {admissionPlugins} from '../../src/admission/plugins/index.js'
import {sharedKinds} from '../../src/kinds/index.js'
import type {AnyKind} from '../../src/kinds/kind.js'
import {rules} from '../../src/lint/rules/index.js'
import {apiResources} from '../../src/machinery/schema/api-tables.js'
import {prefixOf} from './field-table.js'
import {notice} from './rule-pages.js'

/** Returns the page about kinds: those that kadm validates in full, and those of which it checks the fields. */
export function kindsPage(): string {
  const defined = [...sharedKinds, ...admissionPlugins.flatMap(({kinds}) => kinds)].filter(hasBehaviour)
  const inFull = [...new Set(defined.map(({apiVersion, kind}) => `${apiVersion}/${kind}`))]
  const others = apiResources().filter(({apiVersion, kind}) => !inFull.includes(`${apiVersion}/${kind}`))
  return `${notice}
# Kinds

The kinds of Kubernetes that kadm knows. Look here to see how deep kadm checks an object.

## Validated in full

kadm applies the defaults of these kinds, and checks them as the server does: every field, creates, updates and warnings.

| Kind | apiVersion | Scope | Rules |
| --- | --- | --- | --- |
${[...defined].sort((a, b) => compare(a.kind, b.kind)).map(({apiVersion, kind}) => `| ${kind} | \`${apiVersion}\` | ${scopeOf(apiVersion, kind)} | ${rulesOf(kind)} |\n`).join('')}
## Fields, types and metadata

kadm decodes these kinds as the server does: it finds unknown and repeated fields, wrong types and invalid metadata. It does not check the values of their fields.

| Kind | apiVersion | Scope |
| --- | --- | --- |
${[...others].sort((a, b) => compare(a.kind, b.kind)).map(({apiVersion, kind}) => `| ${kind} | \`${apiVersion}\` | ${scopeOf(apiVersion, kind)} |\n`).join('')}
## All other kinds

An object of a group that Kubernetes does not serve is a [custom resource](crds.md): kadm checks its metadata.
[Versions of Kubernetes](kubernetes-versions.md) lists the kinds that differ between versions.
`
}

/** True for a kind with rules of its own, not only names. */
const hasBehaviour = (kind: AnyKind): boolean => Object.values(kind).some((value) => typeof value === 'function')

const compare = (a: string, b: string): number => a < b ? -1 : Number(a > b)

function scopeOf(apiVersion: string, kind: string): string {
  const resource = apiResources().find((each) => each.apiVersion === apiVersion && each.kind === kind)
  if (resource === undefined) return 'not served'
  return resource.namespaced ? 'namespace' : 'cluster'
}

/** Links to the rules of a kind. */
function rulesOf(kind: string): string {
  const prefix = prefixOf({kind})
  return rules.some(({id}) => id.startsWith(`${prefix}/`)) ? `[${prefix}](rules/README.md#${prefix})` : '[metadata](rules/README.md#metadata)'
}
