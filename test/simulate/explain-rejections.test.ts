import {expect} from 'chai'

import type {Place} from '../../src/lint/diagnostic.js'
import {explain, type Explanation} from '../../src/simulate/explain.js'
import {app, type Body, container, limitRange, pod, quota, service} from '../helpers/builders.js'
import {requesting} from '../helpers/quotas.js'
import {type Bodies, simulated} from '../helpers/simulated.js'

const shown = ({file, span}: Place): string => `${file.path}:${file.position(span.start).line} ${file.slice(span)}`

/** The reasons why the only sent object is denied. */
function explained(bodies: Bodies): Explanation[] {
  const {reviews: [review], policies: {manifests}} = simulated(bodies)
  if (review === undefined) throw new Error('nothing was sent')
  return explain(review, manifests)
}

/** An explanation in short. */
const short = ({message, subject, field, place, policy, setBy}: Explanation): unknown =>
  [message, subject, field, field === '' ? '' : shown(place), ...[...setBy, ...policy === undefined ? [] : [policy]].map((cause) =>
    `${cause.kind} ${cause.name} ${cause.field} ${cause.place === undefined ? '' : shown(cause.place)}`)]

const defaults = limitRange('l', {type: 'Container', default: {cpu: '1'}, max: {cpu: '2'}})

describe('explain', () => {
  it('returns no reasons for an admitted object', () => expect(explained({policies: [defaults], files: [pod()]})).to.deep.equal([]))

  it('names the container, the value and the limit, with their positions', () => {
    expect(explained({policies: [defaults], files: [pod().with(container('a'), container('b', {limits: {cpu: '3'}}))]}).map(short)).to.deep.equal([
      ['maximum cpu usage per Container is 2, but limit is 3', 'container b', 'spec.containers[1].resources.limits[cpu]', 'files.yaml:1 "3"',
        'LimitRange l spec.limits[0].max[cpu] policies.yaml:1 "2"'],
    ])
  })

  it('names the policy that set an invalid value', () => {
    const [reason] = explained({policies: [defaults], files: [requesting({cpu: '1500m'})]})
    expect(reason && short(reason)).to.deep.equal([
      'spec.containers[0].resources.requests: Invalid value: "1500m": must be less than or equal to cpu limit of 1', 'container app', 'spec.containers[0].resources.requests',
      'files.yaml:1 "1500m"', 'LimitRange l spec.limits[0].default[cpu] policies.yaml:1 "1"',
    ])
  })

  describe('quota denials', () => {
    const policies: Body[] = [limitRange('l'), quota({pods: '0', cpu: '1'})]

    it('report each exceeded limit, the excess and the position', () => {
      expect(explained({policies, files: [requesting({cpu: '3'})]}).map(short)).to.deep.equal([
        ['cpu: requested 3, used 0 of 1: 2 too much', '', '', '', 'ResourceQuota q spec.hard[cpu] policies.yaml:3 "1"'],
        ['pods: requested 1, used 0 of 0: 1 too much', '', '', '', 'ResourceQuota q spec.hard[pods] policies.yaml:3 "0"'],
      ])
    })

    it('report each container without a required amount', () => {
      const files = [pod().after(container('setup')).with(container('a'), app({requests: {cpu: '1'}}))]
      expect(explained({policies, files}).map(short)).to.deep.equal([
        ['must specify cpu', 'container a', 'spec.containers[0].resources', 'files.yaml:1 {"name":"a","image":"registry.example/app:1"}', 'ResourceQuota q spec.hard[cpu] policies.yaml:3 "1"'],
        ['must specify cpu', 'init container setup', 'spec.initContainers[0].resources', 'files.yaml:1 {"name":"setup","image":"registry.example/app:1"}',
          'ResourceQuota q spec.hard[cpu] policies.yaml:3 "1"'],
      ])
    })

    it('are omitted if the message of the server is complete', () => {
      const unknown = quota({services: '1'}, {scopeSelector: {matchExpressions: [{scopeName: 'PriorityClass', operator: 'In', values: ['no label!']}]}})
      expect(explained({policies: [unknown], files: [pod()]})).to.deep.equal([])
    })

    it('report the position of a quota created in the same run', () => {
      const {reviews, policies: {manifests}} = simulated({files: [quota({services: '0'}), service('s')]})
      const review = reviews[1]
      expect(review && explain(review, manifests).map(short)).to.deep.equal([['services: requested 1, used 0 of 0: 1 too much', '', '', '', 'ResourceQuota q spec.hard[services] files.yaml:1 "0"']])
    })
  })
})
