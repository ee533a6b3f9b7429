import {expect} from 'chai'

import {choosePlugins, invalidConfiguration, type PluginConfigurations} from '../../src/admission/choose-plugins.js'
import {isPluginName, type PluginFlags, unmodelledPlugins} from '../../src/admission/plugin-flags.js'
import {compiledInPlugins} from '../../src/admission/plugin-names.js'
import type {PluginDefinition} from '../../src/admission/plugin.js'
import {admissionPlugins} from '../../src/admission/plugins/index.js'
import {StartUpError} from '../../src/admission/start-up-error.js'

const limits = {limits: [{type: 'Server', qps: 1, burst: 1}]}

const flagsOf = (enabled: readonly string[] | PluginFlags): PluginFlags => 'length' in enabled ? {enableAdmissionPlugins: enabled} : enabled

const chosen = (flags: readonly string[] | PluginFlags, configurations: PluginConfigurations = {}): string[] =>
  choosePlugins(admissionPlugins, flagsOf(flags), configurations).map(({definition}) => definition.name)

const always = admissionPlugins.filter(({enabledByDefault}) => enabledByDefault !== false).map(({name}) => name)

/** Error of the choice of plugins. */
function rejection(flags: readonly string[] | PluginFlags, configurations: PluginConfigurations = {}): string {
  try {
    choosePlugins(admissionPlugins, flagsOf(flags), configurations)
    return 'none'
  } catch (error) {
    expect(error).to.be.an.instanceOf(StartUpError)
    const {stage, plugin = '', message} = error as StartUpError
    return `${stage} ${plugin}: ${message}`
  }
}

describe('choosePlugins', () => {
  it('chooses the default plugins without flags and configurations', () => {
    expect(chosen([])).to.deep.equal(always)
    expect(always).to.include.members(['NamespaceLifecycle', 'LimitRanger', 'ResourceQuota']).and.not.to.include('EventRateLimit')
  })

  it('adds a plugin that has a configuration, in the order of the chain', () => {
    const names = chosen([], {EventRateLimit: limits})
    expect(names).to.deep.equal(admissionPlugins.map(({name}) => name).filter((name) => always.includes(name) || name === 'EventRateLimit'))
  })

  it('passes each plugin its configuration', () => {
    const plugins = choosePlugins(admissionPlugins, {}, {EventRateLimit: limits, Other: {}})
    expect(plugins.filter(({configuration}) => configuration !== undefined).map(({definition, configuration}) => [definition.name, configuration]))
      .to.deep.equal([['EventRateLimit', limits]])
  })

  it('adds a plugin of --enable-admission-plugins, and fails without its configuration', () => {
    expect(chosen(['EventRateLimit'], {EventRateLimit: limits})).to.include('EventRateLimit')
    expect(rejection(['EventRateLimit'])).to.equal(
      'validate EventRateLimit: failed to apply admission: couldn\'t init admission plugin "EventRateLimit": limits: Invalid value: null: must not be empty',
    )
  })

  it('ignores enabled plugins that kadm lacks', () => {
    expect(chosen(['OwnerReferencesPermissionEnforcement', 'ImagePolicyWebhook'])).to.deep.equal(always)
  })

  it('rejects unknown plugin names', () => {
    expect(rejection(['LimitRanger', 'limitranger', 'x'])).to.equal('plugin : [enable-admission-plugins plugin "limitranger" is unknown, enable-admission-plugins plugin "x" is unknown]')
    expect(rejection(['constructor'])).to.equal('plugin : enable-admission-plugins plugin "constructor" is unknown')
  })

  it('omits disabled plugins, with or without a configuration', () => {
    expect(chosen({disableAdmissionPlugins: ['LimitRanger', 'ResourceQuota', 'PodSecurity']})).to.deep.equal(always.filter((name) => !['LimitRanger', 'ResourceQuota', 'PodSecurity'].includes(name)))
    expect(chosen({disableAdmissionPlugins: ['EventRateLimit']}, {EventRateLimit: limits})).to.deep.equal(always)
    expect(chosen({disableAdmissionPlugins: ['EventRateLimit']}, {EventRateLimit: {limits: []}})).to.deep.equal(always)
  })

  it('chooses only the plugins of --admission-control, in the order of the chain', () => {
    expect(chosen({admissionControl: ['ResourceQuota', 'LimitRanger', 'OwnerReferencesPermissionEnforcement']})).to.deep.equal(['LimitRanger', 'ResourceQuota'])
    expect(chosen({admissionControl: []}, {EventRateLimit: limits})).to.deep.equal([])
    expect(chosen({admissionControl: ['PodQos', 'EventRateLimit']}, {EventRateLimit: limits})).to.deep.equal(['EventRateLimit', 'PodQos'])
  })

  // The messages of kube-apiserver 1.36.3 after "command failed".
  for (const [what, flags, message] of [
    ['one unknown name', {enableAdmissionPlugins: ['Foo']}, 'enable-admission-plugins plugin "Foo" is unknown'],
    [
      'unknown names in both lists and an overlap', {enableAdmissionPlugins: ['Foo', 'LimitRanger'], disableAdmissionPlugins: ['Bar', 'LimitRanger']},
      '[enable-admission-plugins plugin "Foo" is unknown, disable-admission-plugins plugin "Bar" is unknown, [LimitRanger] in enable-admission-plugins and disable-admission-plugins overlapped]',
    ],
    ['a name twice', {enableAdmissionPlugins: ['Foo', 'Foo', 'Bar']}, '[enable-admission-plugins plugin "Foo" is unknown, enable-admission-plugins plugin "Bar" is unknown]'],
    [
      '--admission-control together with another flag', {admissionControl: ['LimitRanger'], enableAdmissionPlugins: ['Foo']},
      '[admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive, enable-admission-plugins plugin "Foo" is unknown]',
    ],
    ['an unknown name in --admission-control', {admissionControl: ['Foo']}, 'admission-control plugin "Foo" is unknown'],
    ['--admission-control together with --disable-admission-plugins, both empty', {admissionControl: [], disableAdmissionPlugins: []}, 'admission-control and enable-admission-plugins/disable-admission-plugins flags are mutually exclusive'],
    ['a name with a blank', {enableAdmissionPlugins: ['NodeRestriction', ' EventRateLimit']}, 'enable-admission-plugins plugin " EventRateLimit" is unknown'],
    [
      'an overlap of several names', {disableAdmissionPlugins: ['ResourceQuota', 'LimitRanger'], enableAdmissionPlugins: ['ResourceQuota', 'LimitRanger', 'ResourceQuota']},
      '[LimitRanger ResourceQuota] in enable-admission-plugins and disable-admission-plugins overlapped',
    ],
  ] as const) it(`fails to start with ${what}`, () => expect(rejection(flags)).to.equal(`plugin : ${message}`))

  it('rejects invalid configurations', () => {
    expect(rejection([], {EventRateLimit: {limits: [{type: 'Server', qps: -1}]}})).to.equal('validate EventRateLimit: failed to apply admission: couldn\'t init admission plugin '
      + '"EventRateLimit": [limits[0].burst: Invalid value: 0: must be positive, limits[0].qps: Invalid value: -1: must be positive]')
  })

  it('does not mistake a property of Object.prototype for a configuration', () => {
    const definition: PluginDefinition = {name: 'toString', summary: '', kinds: [], enabledByDefault: false, create: () => ({name: 'toString', handles: () => false})}
    expect(choosePlugins([definition], {}, {})).to.deep.equal([])
    expect(choosePlugins([definition], {enableAdmissionPlugins: ['toString']}, {})).to.deep.equal([{definition, configuration: undefined}])
  })
})

describe('plugin names', () => {
  it('include the plugins of Kubernetes and of kadm', () => {
    expect(['LimitRanger', 'PodSecurity', 'Mine'].map((name) => isPluginName([], name))).to.deep.equal([true, true, false])
    const mine: PluginDefinition = {name: 'Mine', summary: '', kinds: [], create: () => ({name: 'Mine', handles: () => false})}
    expect(isPluginName([mine], 'Mine')).to.equal(true)
  })

  it('are reported when they are enabled and kadm lacks the plugin', () => {
    expect(unmodelledPlugins(admissionPlugins, {enableAdmissionPlugins: ['ImagePolicyWebhook', 'LimitRanger', 'OwnerReferencesPermissionEnforcement', 'AlwaysAdmit', 'PodQos', 'Foo']})).to.deep.equal(['ImagePolicyWebhook', 'OwnerReferencesPermissionEnforcement'])
    expect(unmodelledPlugins(admissionPlugins, {admissionControl: ['MutatingAdmissionWebhook'], disableAdmissionPlugins: ['PodSecurity']})).to.deep.equal(['MutatingAdmissionWebhook'])
    expect(unmodelledPlugins(admissionPlugins, {})).to.deep.equal([])
  })

  it('are those of the version', () => {
    const enabled = {enableAdmissionPlugins: ['JobValidation', 'PodResizeValidator']}
    expect(() => choosePlugins(admissionPlugins, enabled, {}, '1.36')).not.to.throw()
    expect(() => choosePlugins(admissionPlugins, enabled, {}, '1.37')).to.throw(StartUpError, /^enable-admission-plugins plugin "JobValidation" is unknown$/)
    expect(() => choosePlugins(admissionPlugins, enabled, {}, '1.35')).to.throw(StartUpError, 'plugin "PodResizeValidator" is unknown')
  })

  it('occur once each', () => expect(new Set(compiledInPlugins).size).to.equal(compiledInPlugins.length))

  it('are in the order of Kubernetes for the plugins of kadm', () => {
    const names = admissionPlugins.map(({name}) => name).filter((name) => compiledInPlugins.includes(name))
    expect(names).to.deep.equal(compiledInPlugins.filter((name) => names.includes(name)))
  })
})

describe('StartUpError', () => {
  it('formats its message according to the stage that failed', () => {
    expect(new StartUpError('plugin', 'r').message).to.equal('r')
    expect(new StartUpError('exit', 'r', 'P').message).to.equal('r')
    expect(new StartUpError('read', 'r').message).to.equal('failed to apply admission: failed to read plugin config: r')
    expect(new StartUpError('decode', 'r', 'P').message).to.equal('failed to apply admission: couldn\'t init admission plugin "P": r')
    expect(invalidConfiguration('P', {versions: [], isStrict: true, validate: () => []}, []).stage).to.equal('validate')
  })
})
