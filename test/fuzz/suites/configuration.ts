import type {FuzzCase} from '../fuzz-case.js'
import {mutateText} from '../mutate/bytes.js'
import type {Random} from '../random.js'
import {textsBelow, vectorCases} from './seeds.js'
import {defineSuite} from './suite.js'
import {lintFormats, policies, simulateFormats} from './text-commands.js'

/** The files of a configuration: the first one names the others. */
type Configuration = Readonly<Record<string, string>>

const apiServer = (config: string): string => `apiVersion: kubeadm.k8s.io/v1beta4
kind: ClusterConfiguration
apiServer: {extraArgs: [{name: admission-control-config-file, value: ${config}}, {name: enable-admission-plugins, value: "PodQos,EventRateLimit"}]}
`

const staticPod = `apiVersion: v1
kind: Pod
metadata: {name: kube-apiserver, namespace: kube-system}
spec: {containers: [{name: kube-apiserver, image: registry.k8s.io/kube-apiserver:v1.36.3, command: [kube-apiserver, --admission-control-config-file=config.yaml, --disable-admission-plugins=LimitRanger, "--runtime-config=api/all=true"]}]}
`

/** Configurations of the API server: AdmissionConfiguration, event rate limits, limited resources, kubeadm files and static pods. */
export const configuration = defineSuite<Configuration>({
  name: 'configuration',
  batch: 16,
  seeds: () => [
    ...vectorCases(/^admission-config/, 200).flatMap(({files}) => files === undefined ? [] : [files as Configuration]),
    ...vectorCases(/^resourcequota-limited/, 100).map(({admissionConfiguration}) => ({'config.yaml': String(admissionConfiguration)})),
    ...vectorCases(/^events/, 40).map(({config}) => ({'config.yaml': String(config)})),
    ...textsBelow('samples/event-rate-limit', /(?:admission|limits|both|tight|server)\.yaml$/).map((text) => ({'config.yaml': text})),
    {'config.yaml': apiServer('event.yaml'), 'event.yaml': 'apiVersion: eventratelimit.admission.k8s.io/v1alpha1\nkind: Configuration\nlimits:\n- {type: Server, qps: 50, burst: 100}\n'},
    {'config.yaml': staticPod},
  ].filter((files) => Object.keys(files).every((path) => /^[\w./-]+$/.test(path) && !path.startsWith('/') && !path.includes('..') && !path.endsWith('/'))),
  mutate(files, random, other) {
    const path = random.pick(Object.keys(files))
    return {...files, [path]: mutateText(files[path] ?? '', random, random.pick(Object.values(other)))}
  },
  toCase: configurationCase,
})

const event = '{"apiVersion":"v1","kind":"Event","metadata":{"name":"a.1","namespace":"dev"},"involvedObject":{"kind":"Pod","namespace":"dev","name":"a"},"count":3,"firstTimestamp":"2026-01-01T10:00:00Z","lastTimestamp":"2026-01-01T10:00:00Z"}\n'

function configurationCase(configurations: readonly Configuration[], random: Random): FuzzCase {
  const inputs = configurations.length
  if (random.chance(0.7)) {
    const files = Object.fromEntries(configurations.flatMap((each, i) => Object.entries(each).map(([path, text]) => [`c${i}/${path}`, text])))
    const paths = random.chance(0.3) ? ['.'] : configurations.map((each, i) => `c${i}/${Object.keys(each)[0] ?? ''}`)
    return {files, inputs, argv: ['lint', ...paths, '-o', random.pick(lintFormats)]}
  }
  const [first = {}] = configurations
  const name = Object.keys(first)[0] ?? ''
  const files = {...first, 'objects/policies.yaml': policies, 'objects/log.jsonl': event}
  const argv = random.pick([
    ['simulate', 'objects/policies.yaml', '--admission-config', name, '-o', random.pick(simulateFormats)],
    ['simulate', 'objects/policies.yaml', '-p', name, '-o', random.pick(simulateFormats)],
    ['capacity', 'objects/policies.yaml', '--admission-config', name, '-o', 'json'],
    ['replay', 'objects/log.jsonl', '--admission-config', name, '-o', random.pick(['table', 'json', 'csv', 'html'])],
  ])
  return {files, inputs: 1, argv}
}
