import {expect} from 'chai'

import {admissionConfiguration, embedded, readFiles} from '../../../helpers/configuration.js'

const configuration = (body: string, version = 'v1'): string =>
  `apiVersion: pod-security.admission.config.k8s.io/${version}\nkind: PodSecurityConfiguration\n${body}`

const read = (body: string, version?: string): ReturnType<typeof readFiles> =>
  readFiles({'config.yaml': admissionConfiguration(embedded('PodSecurity', configuration(body, version)))})

const initialize = 'failed to apply admission: failed to initialize admission plugin "PodSecurity": '

// The messages are those of kube-apiserver 1.36.3 with these files.
describe('the configuration of PodSecurity', () => {
  it('is accepted in all versions', () => {
    for (const version of ['v1', 'v1beta1', 'v1alpha1']) {
      expect(read('defaults: {enforce: baseline, enforce-version: v1.30}\nexemptions: {namespaces: [kube-system]}\n', version)).to.deep.include({problems: []})
    }
    expect(read('defaults: {enforce: "", warn-version: ""}\n').error).to.equal(undefined)
    expect(readFiles({'config.yaml': admissionConfiguration('- name: PodSecurity\n')}).error).to.equal(undefined)
  })

  it('ends the server for invalid defaults, before it reads exemptions', () => {
    expect(read('defaults: {enforce: basline, enforce-version: "1.2", warn: nope}\nexemptions: {namespaces: [Bad_]}\n').error?.message).to.equal(
      `${initialize}PodSecurity configuration error: [enforce: must be one of privileged, baseline, restricted, enforce-version: must be "latest" or "v1.x", warn: must be one of privileged, baseline, restricted]`,
    )
  })

  it('ends the server for invalid exemptions', () => {
    expect(read('exemptions: {namespaces: [a, a, ""], runtimeClasses: [x, x], usernames: ["", u, u]}\n').error?.message).to.equal(
      `${initialize}PodSecurity invalid: [exemptions.namespaces[1]: Duplicate value: "a", exemptions.namespaces[2]: Invalid value: "": a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?'), exemptions.runtimeClasses[1]: Duplicate value: "x", exemptions.usernames[0]: Invalid value: "": username must not be empty, exemptions.usernames[2]: Duplicate value: "u"]`,
    )
  })

  it('is decoded strictly', () => {
    const decode = 'failed to apply admission: couldn\'t init admission plugin "PodSecurity": '
    expect(read('defaults: {enforce: [1]}\nfoo: 1\n', 'v1beta1').error?.message).to.equal(`${decode}json: cannot unmarshal array into Go struct field PodSecurityDefaults.defaults.enforce of type string`)
    expect(read('foo: 1\n').error?.message).to.equal(`${decode}strict decoding error: unknown field "foo"`)
    expect(read('', 'v2').error?.message).to.match(/no kind "PodSecurityConfiguration" is registered for version "pod-security.admission.config.k8s.io\/v2"/)
  })

  it('has a finding for each mistake, with the word that was meant', () => {
    const {problems} = read('defaults: {enforce: restrictd, audit-version: "1.30"}\nexemptions: {usernames: [""]}\n')
    expect(problems.map(({ruleId, message, hint = ''}) => `${ruleId} ${message}${hint && `: ${hint}`}`)).to.deep.equal([
      'pod-security/level defaults.enforce: Invalid value: "restrictd": must be one of privileged, baseline, restricted: write "restricted"',
      'pod-security/version defaults.audit-version: Invalid value: "1.30": must be "latest" or "v1.x"',
      'pod-security/exemption exemptions.usernames[0]: Invalid value: "": username must not be empty',
    ])
  })
})
