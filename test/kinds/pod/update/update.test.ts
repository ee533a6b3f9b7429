import {expect} from 'chai'
import {preparePodUpdate, validatePodUpdate} from '../../../../src/kinds/pod/update/update.js'
import type {Pod} from '../../../../src/machinery/api/core-v1.js'
import {app, type Body, container, pod, type PodManifest} from '../../../helpers/builders.js'
import {within} from '../../../helpers/cpu-time.js'
import {decoded} from '../../../helpers/decoded.js'

const errorsOf = (from: Body, to: Body): string[] => validatePodUpdate(decoded(to) as Pod, decoded(from) as Pod).map(String)

/** The errors without their diffs. */
const changed = (from: Body, to: Body): string[] => errorsOf(from, to).map((message) => message.replace(/(?<=\n).*/s, ''))

const immutable = 'spec: Forbidden: pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,'
  + '`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),'
  + '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)\n'

describe('validatePodUpdate', () => {
  const web = pod().with(app({requests: {cpu: '1'}})).after(container('init'))

  const accept: Record<string, [from: PodManifest, to: PodManifest]> = {
    'no change': [web, web],
    'a missing spec': [pod().having({spec: null}), pod().having({spec: {containers: []}})],
    'labels and annotations': [web, web.labelled({a: 'b'}).annotated({c: 'd'})],
    'a new image': [web, web.with({...app({requests: {cpu: '1'}}), image: 'registry.example/app:2'})],
    'a new image of an init container': [web, web.after(container('init', undefined, {image: 'registry.example/app:2'}))],
    'amounts in another notation': [web, web.with(app({requests: {cpu: '1000m'}}))],
    'a new deadline': [web, web.asking({activeDeadlineSeconds: 5})],
    'an earlier deadline': [web.asking({activeDeadlineSeconds: 5}), web.asking({activeDeadlineSeconds: 4})],
    'the same deadline': [web.asking({activeDeadlineSeconds: 5}), web.asking({activeDeadlineSeconds: 5})],
    'a new toleration': [web, web.asking({tolerations: [{key: 'a', operator: 'Exists'}]})],
    'other tolerationSeconds': [
      web.asking({tolerations: [{key: 'a', effect: 'NoExecute', tolerationSeconds: 5}]}), web.asking({tolerations: [{key: 'a', effect: 'NoExecute', tolerationSeconds: 9}]}),
    ],
    'the removal of tolerationSeconds': [
      web.asking({tolerations: [{key: 'a', effect: 'NoExecute', tolerationSeconds: 5}]}), web.asking({tolerations: [{key: 'a', effect: 'NoExecute'}]}),
    ],
    'tolerations in another order': [web.asking({tolerations: [{key: 'a'}, {key: 'b'}]}), web.asking({tolerations: [{key: 'b'}, {key: 'c'}, {key: 'a'}]})],
  }

  it('prints the change as a diff of internal Go types', () => {
    expect(errorsOf(web, web.asking({hostNetwork: true}))).to.deep.equal([`${immutable}@@ -78,7 +78,7 @@
  "AutomountServiceAccountToken": null,
  "NodeName": "",
  "SecurityContext": {
-  "HostNetwork": false,
+  "HostNetwork": true,
   "HostPID": false,
   "HostIPC": false,
   "ShareProcessNamespace": null,
`])
  })

  for (const [title, [from, to]] of Object.entries(accept)) {
    it(`accepts ${title}`, () => expect(changed(from, to)).to.deep.equal([]))
  }

  it('accepts 12,000 tolerations in another order without comparing each with all others', within(4, () => {
    const tolerations = Array.from({length: 12_000}, (_, i) => ({key: `k${i}`, operator: 'Exists', effect: 'NoExecute', tolerationSeconds: i}))
    expect(changed(web.asking({tolerations}), web.asking({tolerations: tolerations.toReversed()}))).to.deep.equal([])
  }))

  const count = (list: string): string => `spec.${list}: Forbidden: pod updates may not add or remove containers`
  const toleration = 'spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds'
  const deadline = (value: number | null, error: string): string => `spec.activeDeadlineSeconds: Invalid value: ${value}: ${error}`
  const range = 'must be between 0 and 2147483647, inclusive'
  const kept = web.asking({tolerations: [{key: 'a', value: 'x', effect: 'NoExecute', tolerationSeconds: 5}]})

  const reject: Record<string, [from: PodManifest, to: PodManifest, ...errors: string[]]> = {
    'an additional container, without further errors': [web, web.with(app({requests: {cpu: '1'}}), container('b')).asking({hostNetwork: true}), count('containers')],
    'the removal of a container': [web.with(app(), container('b')), web, count('containers')],
    'an additional init container, without further errors': [web, web.after(container('init'), container('b')).asking({hostNetwork: true}), count('initContainers')],
    'the removal of the init container': [web, web.after(), count('initContainers')],
    'the removal of an image': [web, web.with({name: 'app', resources: {requests: {cpu: '1'}}}), 'spec.containers[0].image: Required value'],
    'an image with white space': [
      web, web.after(container('init', undefined, {image: ' i'})), 'spec.initContainers[0].image: Invalid value: " i": must not have leading or trailing whitespace',
    ],
    'missing images, reported before the number of init containers': [web, web.with({name: 'app'}).after(), 'spec.containers[0].image: Required value', count('initContainers')],
    'a renamed container': [web, web.with(container('b', {requests: {cpu: '1'}})), immutable],
    'a change of resources': [web, web.with(app({requests: {cpu: '2'}})), immutable],
    'a change of another field of an init container': [web, web.after(container('init', {limits: {cpu: '1'}})), immutable],
    'a change of hostNetwork': [web, web.asking({hostNetwork: true}), immutable],
    'a change of hostname': [web, web.asking({hostname: 'a'}), immutable],
    'a later deadline, without further errors': [
      web.asking({activeDeadlineSeconds: 5}), web.asking({activeDeadlineSeconds: 6, hostNetwork: true}), deadline(6, 'must be less than or equal to previous value'),
    ],
    'a deadline out of range, without further errors': [web, web.asking({activeDeadlineSeconds: -1, hostNetwork: true}), deadline(-1, range)],
    'a deadline beyond int32': [web, web.asking({activeDeadlineSeconds: 2147483648}), deadline(2147483648, range)],
    'the removal of the deadline, with further errors': [
      web.asking({activeDeadlineSeconds: 5}), web.asking({hostNetwork: true}), deadline(null, 'must not update from a positive integer to nil value'), immutable,
    ],
    'the removal of a toleration': [kept, web.asking({tolerations: []}), toleration],
    'the removal of a toleration, with further errors': [kept, web.asking({hostNetwork: true}), toleration, immutable],
    'a change of the key of a toleration': [kept, web.asking({tolerations: [{key: 'b', value: 'x', effect: 'NoExecute', tolerationSeconds: 5}]}), toleration],
    'a change of the value of a toleration': [kept, web.asking({tolerations: [{key: 'a', value: 'y', effect: 'NoExecute', tolerationSeconds: 5}]}), toleration],
  }

  for (const [title, [from, to, ...errors]] of Object.entries(reject)) {
    it(`rejects ${title}`, () => expect(changed(from, to)).to.deep.equal(errors))
  }

  it('accepts a new deadline of 0', () => expect(changed(web, web.asking({activeDeadlineSeconds: 0}))).to.deep.equal([]))
})

describe('preparePodUpdate', () => {
  const stored = decoded(pod().marked({generation: 3}).having({status: {phase: 'Running', qosClass: 'BestEffort'}})) as Pod

  it('keeps the stored status', () => {
    const sent = decoded(pod().having({status: {phase: 'Failed'}})) as Pod
    expect(preparePodUpdate(sent, stored).status).to.deep.equal({phase: 'Running', qosClass: 'BestEffort'})
    expect(preparePodUpdate(sent, decoded(pod())).status).to.deep.equal({})
  })

  it('increments the generation when the spec changes', () => {
    const generation = (manifest: Body, old: Pod = stored): unknown => preparePodUpdate(decoded(manifest), old).metadata.generation
    expect(generation(pod().marked({generation: 9}))).to.equal(3)
    expect(generation(pod().labelled({a: 'b'}))).to.equal(3)
    expect(generation(pod().asking({hostNetwork: true}))).to.equal(4)
    expect(generation(pod(), decoded(pod()))).to.equal(0)
    expect(generation(pod().asking({hostNetwork: true}), decoded(pod().marked({generation: 2n ** 40n})))).to.equal(2 ** 40 + 1)
  })
})
