import {expect} from 'chai'

import {admissionConfiguration, embedded, readFiles, resourceQuota} from '../../../helpers/configuration.js'

const invalid = 'failed to apply admission: couldn\'t init admission plugin "ResourceQuota": '
const scheme = 'in scheme "pkg/runtime/scheme.go:111"'
const typeMeta = String.raw`struct { APIVersion string "json:\"apiVersion,omitempty\""; Kind string "json:\"kind,omitempty\"" }`

/** Error with which the server exits on an embedded configuration of the plugin; `starts` without an error. */
const embeddedIn = (configuration: string): string =>
  readFiles({'config.yaml': admissionConfiguration(embedded('ResourceQuota', configuration))}).error?.message ?? 'starts'

/** The same for a configuration in a file of its own. */
const inFile = (configuration: string): string =>
  readFiles({'config.yaml': admissionConfiguration('- {name: ResourceQuota, path: q.yaml}\n'), 'q.yaml': configuration}).error?.message ?? 'starts'

const typed = (apiVersion: string, kind: string): string => `apiVersion: ${apiVersion}\nkind: ${kind}\n`

describe('server start with a configuration of ResourceQuota (spec resourcequota 2.4)', () => {
  it('accepts any resources and scopes', () => {
    expect(embeddedIn(resourceQuota('- {resource: pods, matchContains: [""], matchScopes: [{scopeName: Foo, operator: Bar}]}\n'))).to.equal('starts')
    expect(embeddedIn(resourceQuota('  []\n'))).to.equal('starts')
    expect(embeddedIn('null\n')).to.equal('starts')
  })

  it('accepts the older versions', () => {
    for (const version of ['v1beta1', 'v1alpha1']) expect(embeddedIn(typed(`resourcequota.admission.k8s.io/${version}`, 'Configuration')), version).to.equal('starts')
  })

  it('requires the name of a resource', () => {
    expect(embeddedIn(resourceQuota('- {}\n- {resource: pods}\n- {resource: ""}\n')))
      .to.equal(`${invalid}[limitedResources[0].resource: Required value, limitedResources[2].resource: Required value]`)
    expect(embeddedIn(resourceQuota('- {apiGroup: apps}\n'))).to.equal(`${invalid}limitedResources[0].resource: Required value`)
  })

  it('rejects unknown fields, sorted', () => {
    expect(embeddedIn(resourceQuota('- {resource: pods, matchContain: []}\n'))).to.equal(`${invalid}strict decoding error: unknown field "limitedResources[0].matchContain"`)
    expect(inFile(`${resourceQuota('- {resource: pods, matchContain: []}\n')}extra: 1\n`))
      .to.equal(`${invalid}strict decoding error: unknown field "extra", unknown field "limitedResources[0].matchContain"`)
  })

  it('rejects duplicate fields when it reads the file that contains them', () => {
    const twice = resourceQuota('- resource: pods\n  matchContains: [cpu]\n  matchContains: [pods]\n')
    expect(inFile(twice)).to.equal(`${invalid}strict decoding error: yaml: unmarshal errors:\n  line 6: key "matchContains" already set in map`)
    expect(embeddedIn(twice))
      .to.equal('failed to apply admission: failed to read plugin config: strict decoding error: yaml: unmarshal errors:\n  line 11: key "matchContains" already set in map')
  })

  it('rejects other kinds and versions', () => {
    for (const [apiVersion, kind] of [
      ['apiserver.config.k8s.io/v1', 'Configuration'], ['resourcequota.admission.k8s.io/v1beta1', 'ResourceQuotaConfiguration'], ['apiserver.config.k8s.io/v2', 'ResourceQuotaConfiguration'],
    ] as const) {
      expect(embeddedIn(typed(apiVersion, kind))).to.equal(`${invalid}no kind "${kind}" is registered for version "${apiVersion}" ${scheme}`)
    }
  })

  it('requires a kind and a version', () => {
    expect(embeddedIn('kind: ResourceQuotaConfiguration\nlimitedResources: [{resource: pods}]\n'))
      .to.equal(`${invalid}Object 'apiVersion' is missing in '{"kind":"ResourceQuotaConfiguration","limitedResources":[{"resource":"pods"}]}'`)
    expect(embeddedIn('apiVersion: apiserver.config.k8s.io/v1\n')).to.equal(`${invalid}Object 'Kind' is missing in '{"apiVersion":"apiserver.config.k8s.io/v1"}'`)
    expect(embeddedIn('{}\n')).to.equal(`${invalid}Object 'Kind' is missing in '{}'`)
  })

  it('rejects values of the wrong type', () => {
    const quota = 'ResourceQuotaConfiguration'
    expect(embeddedIn(`${typed('apiserver.config.k8s.io/v1', quota)}limitedResources: {}\n`))
      .to.equal(`${invalid}json: cannot unmarshal object into Go struct field Configuration.limitedResources of type []v1.LimitedResource`)
    expect(embeddedIn(resourceQuota('- {matchContains: cpu}\n')))
      .to.equal(`${invalid}json: cannot unmarshal string into Go struct field LimitedResource.limitedResources.matchContains of type []string`)
    expect(embeddedIn(resourceQuota('- {resource: 5}\n')))
      .to.equal(`${invalid}json: cannot unmarshal number into Go struct field LimitedResource.limitedResources.resource of type string`)
    expect(embeddedIn('"kind: ResourceQuotaConfiguration"\n'))
      .to.equal(`${invalid}couldn't get version/kind; json parse error: json: cannot unmarshal string into Go value of type ${typeMeta}`)
  })

  it('names types in errors by the version of the configuration', () => {
    expect(embeddedIn(`${typed('resourcequota.admission.k8s.io/v1beta1', 'Configuration')}limitedResources: [5]\n`))
      .to.equal(`${invalid}json: cannot unmarshal number into Go struct field Configuration.limitedResources of type v1beta1.LimitedResource`)
  })
})
