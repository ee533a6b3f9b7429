import {expect} from 'chai'
import {readdirSync, readFileSync} from 'node:fs'
import {join} from 'node:path'

import {sharedKinds} from '../../src/kinds/index.js'
import type {Review} from '../../src/cluster/review.js'
import {lintExample} from '../../src/lint/rules/example.js'
import {rules} from '../../src/lint/rules/index.js'
import {root} from '../helpers/run-kadm.js'
import {send, vectorCluster} from '../helpers/replay.js'
import {readVectors} from '../helpers/vectors.js'
import {inNamespace, type WholeCase} from '../helpers/whole-objects.js'

interface Case extends WholeCase {
  readonly allowPrivileged?: boolean
}

/** The answers to all requests of the recordings about pods and kinds. */
const reviews = (): {readonly kind: string, readonly review: Review}[] => ['pod-validation', 'kind-validation'].flatMap((file) =>
  readVectors<Case>(file).map(inNamespace).flatMap(({requests, allowPrivileged}) => {
    const cluster = vectorCluster(allowPrivileged === undefined ? {} : {allowPrivileged})
    return requests.map((request) => ({kind: `${String(request.object['apiVersion'])}/${String(request.object['kind'])}`, review: send(cluster, request)}))
  }))

/** The origins of all errors about kinds and metadata. */
const originsIn = (folder: string): string[] => readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'}).filter((file) => file.endsWith('.ts'))
  .flatMap((file) => [...readFileSync(join(root, folder, file), 'utf8').matchAll(/'([a-z][a-z-]*\/[a-z][a-z-]*)'/g)].map(([, id = '']) => id))

/** What no recording has, each with the reason. */
const unrecorded: Readonly<Record<string, string>> = {
  'metadata/immutable': 'an update finds its object by what may not change; test/machinery/object-meta.test.ts breaks it',
}

/** Kinds without rules of their own, and those that only make other objects known. */
const ruleless: ReadonlySet<string> = new Set(['apiextensions.k8s.io/v1/CustomResourceDefinition', 'resource.k8s.io/v1/DeviceClass'])

describe('the recordings about pods and kinds', function () {
  this.timeout(60_000)
  const recorded: ReturnType<typeof reviews> = []
  before(() => recorded.push(...reviews()))

  it('have an object of each kind that is accepted, and one that is refused', () => {
    const kinds = sharedKinds.map(({apiVersion, kind}) => `${apiVersion}/${kind}`).filter((kind) => !ruleless.has(kind))
    const have = (isAllowed: boolean): Set<string> => new Set(recorded.filter(({review}) => review.allowed === isAllowed).map(({kind}) => kind))
    const [accepted, refused] = [have(true), have(false)]
    expect(kinds.filter((kind) => !accepted.has(kind) || !refused.has(kind))).to.deep.equal([])
  })

  it('break every rule, with the examples of the rules', () => {
    const broken = new Set([
      ...recorded.flatMap(({review}) => review.errors.map(({origin}) => origin)),
      ...rules.flatMap((rule) => lintExample(rule).diagnostics.map(({ruleId}) => ruleId)),
    ])
    const origins = new Set([...originsIn('src/kinds'), ...originsIn('src/machinery')].filter((id) => !id.startsWith('count/') && !/\/v\d/.test(id)))
    expect([...origins].filter((id) => !broken.has(id) && unrecorded[id] === undefined).sort()).to.deep.equal([])
  })
})
