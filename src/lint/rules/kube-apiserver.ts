import type {Rule} from '../../machinery/field/rule.js'

const apiServer = (...flags: string[]): string => `apiVersion: v1
kind: Pod
metadata:
  name: kube-apiserver
  namespace: kube-system
spec:
  containers:
    - name: kube-apiserver
      image: registry.k8s.io/kube-apiserver:v1.36.3
      command:
        - kube-apiserver
${flags.map((flag) => `        - ${flag}\n`).join('')}`

/** The rules for the flags in a static pod manifest of kube-apiserver. */
export const rules: readonly Rule[] = [
  {
    id: 'kube-apiserver/admission-plugins',
    severity: 'error',
    summary: 'Flags about admission plugins name known plugins, each in one list.',
    source: 'kubeapiserver options AdmissionOptions.Validate, apiserver server/options AdmissionOptions.Validate',
    example: apiServer('--enable-admission-plugins=NodeRestriction,LimitRangr', '--disable-admission-plugins=NodeRestriction'),
    fix: 'Spell plugins as Kubernetes does, and name each in one of `--enable-admission-plugins` and `--disable-admission-plugins`. Replace `--admission-control` by these two. '
      + 'The API server does not start with such flags.',
  },
  {
    id: 'kube-apiserver/deprecated-flag',
    severity: 'info',
    summary: 'The API server is set up without --admission-control.',
    source: 'kubeapiserver options AdmissionOptions.AddFlags',
    example: apiServer('--admission-control=NamespaceLifecycle,LimitRanger,ResourceQuota'),
    fix: 'Enable what is off by default with `--enable-admission-plugins`, and disable what is on with `--disable-admission-plugins`.',
  },
  {
    id: 'kube-apiserver/flag-value',
    severity: 'error',
    summary: 'Flags have values of their types.',
    source: 'pflag FlagSet.Parse; component-base featureGate.Set',
    example: apiServer('--allow-privileged=yes', '--feature-gates=PodLevelResources'),
    fix: 'Write `true` or `false`, `Name=true` for a feature gate, and a value after each flag. The API server does not start with such flags.',
  },
]
