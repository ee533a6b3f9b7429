import {limits, quotaOf, testRule, together} from '../helpers/rule-table.js'

const bare = (spec: string): string => `apiVersion: v1\nkind: LimitRange\nmetadata: {name: a}\n${spec}`

testRule('limit-range/no-bounds', {
  severity: 'warning',
  accept: {
    'a max': limits('a', 'type: Container, max: {cpu: 1}'),
    'a default': limits('a', 'type: Container, default: {cpu: 1}'),
    'a ratio': limits('a', 'type: Pod, maxLimitRequestRatio: {cpu: 2}'),
    'a type that the server does not enforce': limits('a', 'type: example.com/Image, max: {storage: 1Gi}'),
  },
  reject: {
    'no limits': [bare('spec: {limits: []}\n'), '4 limits', 'this LimitRange has no effect: it has no limits'],
    'limits of null': [bare('spec: {limits: null}\n'), '4 null', 'this LimitRange has no effect: it has no limits'],
    'no spec': [bare(''), '1 apiVersion: v1', 'this LimitRange has no effect: it has no limits'],
    'an item without a bound': [limits('a', 'type: Container'), '6 {type: Container}', 'this item of type Container has no effect: it has neither a bound nor a default'],
    'an item with empty lists': [limits('a', 'type: Pod, max: {}, min: {}'), '6 {type: Pod, max: {}, min: {}}', 'this item of type Pod has no effect: it has neither a bound nor a default'],
    'one of two items': [
      limits('a', 'type: Container, max: {cpu: 1}', 'type: Pod'), '7 {type: Pod}', 'this item of type Pod has no effect: it has neither a bound nor a default',
    ],
    'one of two LimitRanges': [
      together(limits('a', 'type: Container, max: {cpu: 1}'), limits('b', 'type: Container')), '13 {type: Container}',
      'this item of type Container has no effect: it has neither a bound nor a default',
    ],
  },
})

testRule('resource-quota/no-bounds', {
  severity: 'warning',
  accept: {'a bound': quotaOf('a', 'pods: 1'), 'a bound of 0': quotaOf('a', 'services.loadbalancers: 0')},
  reject: {
    'an empty hard': [quotaOf('a', ''), '5 hard', 'this quota has no effect: its hard names no resource'],
    'only scopes': [quotaOf('a', '', '  scopes: [BestEffort]\n'), '5 hard', 'this quota has no effect: its hard names no resource'],
    'no spec': ['apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: a}\n', '1 apiVersion: v1', 'this quota has no effect: its hard names no resource'],
  },
})

const policy = (spec: string): string => `apiVersion: kadm.dev/v1\nkind: MetadataPolicy\nmetadata: {name: a}\n${spec}`

testRule('metadata-policy/no-rules', {
  severity: 'warning',
  accept: {'a rule': policy('spec: {rules: [{policyPredicate: {labelSelector: {matchLabels: {a: b}}}, policyAction: {updatedLabels: {c: d}}}]}\n')},
  reject: {
    'no rules': [policy('spec: {rules: []}\n'), '4 rules', 'this MetadataPolicy has no effect: it has no rules'],
    'no spec': [policy(''), '1 apiVersion: kadm.dev/v1', 'this MetadataPolicy has no effect: it has no rules'],
  },
})
