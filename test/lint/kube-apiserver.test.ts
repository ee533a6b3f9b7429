import {testRule} from '../helpers/rule-table.js'

/** A static pod of kube-apiserver, with its flags from line 10 on. */
const apiServer = (...flags: readonly string[]): string => 'apiVersion: v1\nkind: Pod\nmetadata: {name: kube-apiserver, namespace: kube-system}\nspec:\n'
  + `  containers:\n  - name: kube-apiserver\n    image: a\n    command: [kube-apiserver]\n    args:\n${flags.map((flag) => `    - ${flag}\n`).join('')}`

describe('static pods of kube-apiserver', () => {
  testRule('kube-apiserver/admission-plugins', {
    severity: 'error',
    accept: {
      'known plugins': apiServer('--enable-admission-plugins=NodeRestriction,PodSecurity', '--disable-admission-plugins', 'LimitRanger'),
      'only the deprecated flag': apiServer('--admission-control=NamespaceLifecycle,LimitRanger'),
      'other programs': apiServer('--enable-admission-plugins=Foo').replace('command: [kube-apiserver]', 'command: [other]'),
    },
    reject: {
      'an unknown plugin': [
        apiServer('--etcd-servers=x', '--enable-admission-plugins=Foo'), '11 --enable-admission-plugins=Foo', 'enable-admission-plugins plugin "Foo" is unknown',
      ],
      'an unknown plugin as a separate argument': [
        apiServer('--disable-admission-plugins', 'Foo'), '10 --disable-admission-plugins', 'disable-admission-plugins plugin "Foo" is unknown',
      ],
      'a plugin in both lists': [
        apiServer('--enable-admission-plugins=LimitRanger', '--disable-admission-plugins=LimitRanger'), '11 --disable-admission-plugins=LimitRanger',
        '[LimitRanger] in enable-admission-plugins and disable-admission-plugins overlapped', '10 --enable-admission-plugins=LimitRanger',
      ],
      'the deprecated flag together with a new one': [
        apiServer('--enable-admission-plugins=PodSecurity', '--admission-control=LimitRanger'), '11 --admission-control=LimitRanger',
        'admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive', '10 --enable-admission-plugins=PodSecurity',
      ],
    },
  })

  testRule('kube-apiserver/flag-value', {
    severity: 'error',
    accept: {'booleans and gates': apiServer('--allow-privileged', '--feature-gates=A=true,B=F', '--runtime-config=api/all')},
    reject: {
      'an invalid boolean': [
        apiServer('"--allow-privileged=yes"'), '10 "--allow-privileged=yes"', 'invalid argument "yes" for "--allow-privileged" flag: strconv.ParseBool: parsing "yes": invalid syntax',
      ],
      'a feature gate without a value': [apiServer('--feature-gates=A'), '10 --feature-gates=A', 'missing bool value for A'],
      'a flag without a value': [apiServer('--feature-gates'), '10 --feature-gates', 'flag needs an argument: --feature-gates'],
    },
  })

  testRule('kube-apiserver/deprecated-flag', {
    severity: 'info',
    accept: {'the new flags': apiServer('--enable-admission-plugins=PodSecurity')},
    reject: {
      'the deprecated flag': [apiServer('--admission-control=LimitRanger'), '10 --admission-control=LimitRanger', /^Flag --admission-control has been deprecated, Use --enable-admission-plugins or /],
    },
  })
})
