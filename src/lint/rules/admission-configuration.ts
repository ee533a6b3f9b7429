import type {Rule} from '../../machinery/field/rule.js'

const source = 'apiserver admission ReadAdmissionConfiguration'

const admissionConfiguration = (...entries: string[]): string => `apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
${entries.map((entry) => `  - ${entry.trimEnd().replaceAll('\n', '\n    ')}\n`).join('')}`

const security = `configuration:
  apiVersion: pod-security.admission.config.k8s.io/v1
  kind: PodSecurityConfiguration
  defaults: {enforce: baseline}
`

/** The rules for the file that `--admission-control-config-file` names, and for the configurations of plugins in it or beside it. */
export const rules: readonly Rule[] = [
  {
    id: 'admission-configuration/duplicate-field',
    severity: 'error',
    summary: 'A field of an AdmissionConfiguration is set once.',
    source: 'apimachinery serializer/json Serializer.Decode, which is strict there; go-yaml decoder.mapping',
    example: admissionConfiguration('name: ImagePolicyWebhook\npath: images.yaml\npath: other.yaml'),
    fix: 'Remove one of the two. The API server does not start with such a file, from Kubernetes 1.32 on.',
  },
  {
    id: 'admission-configuration/duplicate-plugin',
    severity: 'warning',
    summary: 'An AdmissionConfiguration has one entry for each plugin.',
    source: 'apiserver admission GetAdmissionPluginConfigurationFor, which takes the first',
    example: admissionConfiguration('name: ImagePolicyWebhook\npath: images.yaml', 'name: ImagePolicyWebhook\npath: strict.yaml'),
    fix: 'Remove all but one. The API server silently takes the first one.',
  },
  {
    id: 'admission-configuration/ignored-field',
    severity: 'warning',
    summary: 'The configuration of a plugin has only fields of its type.',
    source: 'eventratelimit LoadConfiguration, which is not strict',
    example: `apiVersion: eventratelimit.admission.k8s.io/v1alpha1
kind: Configuration
limits:
  - {type: Namespace, qps: 50, burst: 100, cachesize: 2000}
`,
    fix: 'Correct the name of the field; capitals count. The API server silently ignores it.',
  },
  {
    id: 'admission-configuration/ignored-path',
    severity: 'warning',
    summary: 'An entry has a path or a configuration, not both.',
    source: 'apiserver admission GetAdmissionPluginConfigurationFor',
    example: admissionConfiguration(`name: PodSecurity\npath: security.yaml\n${security}`),
    fix: 'Remove `path`, or move the content of `configuration` to the file. The API server never opens the file.',
  },
  {
    id: 'admission-configuration/kind',
    severity: 'error',
    summary: 'A configuration has an apiVersion and kind that its reader supports.',
    source: 'apimachinery serializer/json Serializer.Decode',
    example: `apiVersion: apiserver.config.k8s.io/v1beta1
kind: AdmissionConfiguration
plugins: []
`,
    fix: 'Write `apiserver.config.k8s.io/v1` and `AdmissionConfiguration`; in the file of a plugin, the apiVersion and kind of the configuration of that plugin.',
  },
  {
    id: 'admission-configuration/legacy-file',
    severity: 'warning',
    summary: 'The file is an AdmissionConfiguration, not the old form for a single plugin.',
    source,
    example: `apiVersion: apiserver.k8s.io/v1beta1
kind: AdmissionConfiguration
podNodeSelectorPluginConfig:
  clusterDefaultNodeSelector: team=all
`,
    fix: 'Write an AdmissionConfiguration with an entry for the plugin, and move the content of the file into its `configuration`.',
  },
  {
    id: 'admission-configuration/overridden-field',
    severity: 'warning',
    summary: 'A field of the configuration of a plugin is set once.',
    source: 'eventratelimit LoadConfiguration, which is not strict',
    example: `apiVersion: eventratelimit.admission.k8s.io/v1alpha1
kind: Configuration
limits:
  - type: Namespace
    qps: 50
    burst: 100
    qps: 20
`,
    fix: 'Remove one of the two. The API server silently takes the last one.',
  },
  {
    id: 'admission-configuration/path',
    severity: 'error',
    summary: 'The file with the configuration of a plugin can be read.',
    source: 'apiserver admission GetAdmissionPluginConfigurationFor',
    example: admissionConfiguration('name: EventRateLimit\npath: events.yaml'),
    fix: 'Correct the path, which counts from the folder of the AdmissionConfiguration, or put the configuration itself into the entry, as `configuration`.',
  },
  {
    id: 'admission-configuration/unknown-field',
    severity: 'error',
    summary: 'An AdmissionConfiguration has only fields of its type.',
    source: 'apimachinery serializer/json Serializer.Decode, which is strict there',
    example: admissionConfiguration('name: PodSecurity\nfile: security.yaml'),
    fix: 'An entry has a `name` and either a `path` or a `configuration`. Capitals count.',
  },
  {
    id: 'admission-configuration/unknown-plugin',
    severity: 'warning',
    summary: 'An entry names an existing admission plugin.',
    source: 'apiserver admission GetAdmissionPluginConfigurationFor, which looks only for the names of plugins that are enabled',
    example: admissionConfiguration(`name: podsecurity\n${security}`),
    fix: 'Write the name of the plugin with its capitals. The API server silently ignores the entry: the plugin then has no configuration.',
  },
  {
    id: 'admission-configuration/wrong-type',
    severity: 'error',
    summary: 'A value in a configuration is of the type of its field.',
    source: 'sigs.k8s.io/json Unmarshal',
    example: `apiVersion: eventratelimit.admission.k8s.io/v1alpha1
kind: Configuration
limits:
  - {type: Namespace, qps: "50", burst: 100}
`,
    fix: 'Numbers are integers without quotes; each item of a list has a dash.',
  },
]
