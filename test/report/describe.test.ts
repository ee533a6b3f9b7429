import {expect} from 'chai'

import {limitRange as limitRangeKind} from '../../src/kinds/limit-range/index.js'
import {namespaceNamed} from '../../src/kinds/namespace/index.js'
import {resourceQuota as quotaKind} from '../../src/kinds/resource-quota/index.js'
import {describeLimitRange, describeNamespace, describeObjects, describeResourceQuota} from '../../src/report/describe.js'
import {type Body, limitRange, namespace, quota} from '../helpers/builders.js'
import {quotaNamed, usedUpTo} from '../helpers/quotas.js'
import {given, type TestCluster} from '../helpers/test-cluster.js'

const describedQuotas = ({cluster}: TestCluster): string[] => cluster.list(quotaKind, 'dev').map(describeResourceQuota)

const describedNamespace = ({cluster}: TestCluster): string =>
  describeNamespace(namespaceNamed('dev', cluster), cluster.list(quotaKind, 'dev'), cluster.list(limitRangeKind, 'dev'))

describe('describeResourceQuota', () => {
  it('prints the usage and limit of each resource', () => {
    const cluster = usedUpTo({'requests.cpu': '750m', 'pods': '3'}, quotaNamed('compute', {'requests.cpu': '2', 'pods': '10'}))
    expect(describedQuotas(cluster)).to.deep.equal([`Name:         compute
Namespace:    dev
Resource      Used  Hard
--------      ----  ----
pods          3     10
requests.cpu  750m  2
`])
  })

  it('prints the scopes with the explanations of kubectl', () => {
    expect(describedQuotas(given(quota({pods: '5'}, {scopes: ['Terminating', 'PriorityClass', 'BestEffort']})))).to.deep.equal([`Name:       q
Namespace:  dev
Scopes:     BestEffort, PriorityClass, Terminating
 * Matches all pods that do not have resource requirements set. These pods have a best effort quality of service.
 * Matches all pods that have an active deadline. These pods have a limited lifespan on a node before being actively terminated by the system.
Resource  Used  Hard
--------  ----  ----
pods      0     5
`])
  })
})

describe('describeNamespace', () => {
  it('prints that there is no quota and no LimitRange', () => {
    expect(describedNamespace(given())).to.equal(`Name:         dev
Labels:       kubernetes.io/metadata.name=dev
Annotations:  <none>
Status:       Active

No resource quota.

No LimitRange resource.
`)
  })

  it('prints all quotas in one table, and all LimitRanges', () => {
    const cluster = given(quotaNamed('b', {pods: '5'}), quotaNamed('a', {'count/deployments.apps': '2'}, {scopes: ['BestEffort']}), limitRange('l', {type: 'Pod', max: {cpu: '1'}}))
    expect(describedNamespace(cluster)).to.contain(`Resource Quotas
  Name:    a
  Scopes:  BestEffort
  * Matches all pods that do not have resource requirements set. These pods have a best effort quality of service.
  Resource                Used  Hard
  --------                ---   ---
  count/deployments.apps  0     2
  Name:                   b
  Resource                Used  Hard
  --------                ---   ---
  pods                    0     5

Resource Limits
 Type  Resource  Min  Max  Default Request  Default Limit  Max Limit/Request Ratio
 ----  --------  ---  ---  ---------------  -------------  -----------------------
 Pod   cpu       -    1    -                -              -
`)
  })

  it('sorts labels and annotations, and prints long annotations below their keys', () => {
    const annotations = {'z': 'short', 'a': 'x'.repeat(150), 'm': 'two\nlines\n', 'kubectl.kubernetes.io/last-applied-configuration': '{}'}
    const text = describedNamespace(given(namespace('dev').marked({labels: {b: '2', a: '1'}, annotations})))
    expect(text).to.match(/^Labels: +a=1\n +b=2\n +kubernetes\.io\/metadata\.name=dev\n/m)
    expect(text).to.match(/^Annotations: +a:\n {16}x{138}\.\.\.\n {14}m:\n {16}two\n {16}lines\n {14}z: short\n/m)
  })

  it('escapes control characters in annotations', () => {
    const text = describedNamespace(given(namespace('dev').annotated({a: '\u001b[2J', b: 'x\ny\u009b31m\r'})))
    expect(text).to.contain('a: ^[[2J').and.to.contain('y\\u009b31m\\r').and.not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  })
})

describe('describeLimitRange', () => {
  it('prints a row for each resource of each item', () => {
    const {cluster} = given(limitRange('l', {type: 'Container', max: {cpu: '1'}, default: {memory: '1Gi'}}))
    expect(cluster.list(limitRangeKind, 'dev').map(describeLimitRange)).to.deep.equal([`Name:       l
Namespace:  dev
Type        Resource  Min  Max  Default Request  Default Limit  Max Limit/Request Ratio
----        --------  ---  ---  ---------------  -------------  -----------------------
Container   cpu       -    1    1                1              -
Container   memory    -    -    1Gi              1Gi            -
`])
  })
})

describe('describeObjects', () => {
  const objects = ['a', 'ab', 'b'].map((name) => ({apiVersion: 'v1', kind: 'X', metadata: {name}}))
  const described = (...names: string[]): unknown => {
    const {objects: shown, text, missing} = describeObjects(objects, names, ({metadata: {name}}) => `<${name}>\n`)
    return [shown.map(({metadata}) => metadata.name).join(), text, missing.join()]
  }
  const cases: readonly (readonly [title: string, names: string[], ...expected: string[]])[] = [
    ['all objects without names', [], 'a,ab,b', '<a>\n\n\n<ab>\n\n\n<b>\n', ''],
    ['one object by its exact name, not by prefix', ['a'], 'a', '<a>\n', ''],
    ['several objects in the order of the names', ['b', 'a'], 'b,a', '<b>\n\n\n<a>\n', ''],
    ['the existing objects, and returns the missing names', ['b', 'x', 'y'], 'b', '<b>\n', 'x,y'],
    ['no object by the prefix of one of several names', ['b', 'ab', 'a', 'abc'], 'b,ab,a', '<b>\n\n\n<ab>\n\n\n<a>\n', 'abc'],
    ['nothing for a missing name', ['x'], '', '', 'x'],
  ]
  for (const [title, names, ...expected] of cases) it(`describes ${title}`, () => expect(described(...names)).to.deep.equal(expected))

  it('describes all objects whose name starts with a single missing name', () => {
    const others: Body[] = ['team-a', 'team-b', 'x'].map((name) => ({apiVersion: 'v1', kind: 'X', metadata: {name}}))
    const {objects: shown, text, missing} = describeObjects(others as unknown as typeof objects, ['team'], ({metadata: {name}}) => `<${name}>\n`)
    expect([shown.length, text, missing]).to.deep.equal([2, '<team-a>\n\n<team-b>\n\n', []])
  })
})
