import type {Rule} from '../../machinery/field/rule.js'

const secret = (fields: string): string => `apiVersion: v1
kind: Secret
metadata:
  name: credentials
${fields}`

const source = 'core validation ValidateSecret'

/** The rules for Secrets besides those of their metadata. */
export const rules: readonly Rule[] = [
  {
    id: 'secret/data',
    severity: 'error',
    summary: 'A secret of a built-in type has the keys that the type requires.',
    source,
    example: secret(`type: kubernetes.io/ssh-auth
stringData:
  id_ed25519: not a real key
`),
    fix: '`kubernetes.io/tls` has `tls.crt` and `tls.key`, `ssh-auth` has `ssh-privatekey`, `basic-auth` has `username` or `password`, '
      + '`dockerconfigjson` has `.dockerconfigjson`. `Opaque` can have any keys.',
  },
  {
    id: 'secret/docker-config',
    severity: 'error',
    summary: 'The configuration for a registry is a JSON object.',
    source,
    example: secret(`type: kubernetes.io/dockerconfigjson
stringData:
  .dockerconfigjson: registry.example.com
`),
    fix: 'Generate it with `kubectl create secret docker-registry NAME --docker-server=... --dry-run=client -o yaml`.',
  },
  {
    id: 'secret/key',
    severity: 'error',
    summary: 'Keys are valid file names.',
    source: `${source}; apimachinery IsConfigMapKey`,
    example: secret(`stringData:
  "user name": jane
`),
    fix: 'Write at most 253 letters, digits, `-`, `_` and `.`.',
  },
  {
    id: 'secret/service-account',
    severity: 'error',
    summary: 'A service account token has an annotation with the name of the account.',
    source,
    example: secret(`type: kubernetes.io/service-account-token
`),
    fix: 'Write the annotation `kubernetes.io/service-account.name`, or request a token that expires: `kubectl create token NAME`.',
  },
  {
    id: 'secret/size',
    severity: 'error',
    summary: 'The total size of all values is at most 1 MiB.',
    source,
    get example() {
      return secret(`stringData:\n  dump: ${'x'.repeat(2 ** 20 + 1)}\n`)
    },
    fix: 'Split the secret.',
  },
]
