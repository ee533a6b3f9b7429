package main

import (
	"encoding/json"
	"log"
	"reflect"
	"strings"

	publishedapps "k8s.io/api/apps/v1"
	publishedautoscaling "k8s.io/api/autoscaling/v2"
	publishedbatch "k8s.io/api/batch/v1"
	publishedcore "k8s.io/api/core/v1"
	publishedpolicy "k8s.io/api/policy/v1"
	publishedresource "k8s.io/api/resource/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/kubernetes/pkg/apis/apps"
	"k8s.io/kubernetes/pkg/apis/autoscaling"
	"k8s.io/kubernetes/pkg/apis/batch"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/policy"
	"k8s.io/kubernetes/pkg/apis/resource"
)

// internalRoots are the internal types whose values messages print, with the published types that have the same fields.
var internalRoots = map[reflect.Type]reflect.Type{
	reflect.TypeFor[apps.DaemonSetSpec]():                          reflect.TypeFor[publishedapps.DaemonSetSpec](),
	reflect.TypeFor[apps.DeploymentSpec]():                         reflect.TypeFor[publishedapps.DeploymentSpec](),
	reflect.TypeFor[apps.ReplicaSetSpec]():                         reflect.TypeFor[publishedapps.ReplicaSetSpec](),
	reflect.TypeFor[apps.StatefulSetSpec]():                        reflect.TypeFor[publishedapps.StatefulSetSpec](),
	reflect.TypeFor[autoscaling.HorizontalPodAutoscalerBehavior](): reflect.TypeFor[publishedautoscaling.HorizontalPodAutoscalerBehavior](),
	reflect.TypeFor[batch.CronJobSpec]():                           reflect.TypeFor[publishedbatch.CronJobSpec](),
	reflect.TypeFor[core.EventSource]():                            reflect.TypeFor[publishedcore.EventSource](),
	reflect.TypeFor[core.ObjectReference]():                        reflect.TypeFor[publishedcore.ObjectReference](),
	reflect.TypeFor[core.ReplicationControllerSpec]():              reflect.TypeFor[publishedcore.ReplicationControllerSpec](),
	reflect.TypeFor[core.ServicePort]():                            reflect.TypeFor[publishedcore.ServicePort](),
	reflect.TypeFor[policy.PodDisruptionBudgetSpec]():              reflect.TypeFor[publishedpolicy.PodDisruptionBudgetSpec](),
	reflect.TypeFor[resource.DeviceAttribute]():                    reflect.TypeFor[publishedresource.DeviceAttribute](),
	reflect.TypeFor[resource.ResourceClaimTemplateSpec]():          reflect.TypeFor[publishedresource.ResourceClaimTemplateSpec](),
}

// member is a field of an internal type: its Go name, its name in the API, and the form of its value (see src/kinds/shared/internal-types.ts).
type member struct{ Go, API, Form string }

// MarshalJSON writes a member as a list.
func (m member) MarshalJSON() ([]byte, error) { return json.Marshal([]string{m.Go, m.API, m.Form}) }

type internalTables struct {
	members map[string][]member
	goTypes map[string]reflect.Type
}

// reflectInternal is api-internal.json: the fields of the internal types, in the order of their declaration.
func reflectInternal() map[string][]member {
	tables := internalTables{map[string][]member{}, map[string]reflect.Type{}}
	for t, published := range internalRoots {
		tables.walk(t, published)
	}
	return tables.members
}

// walk records the fields of an internal type and of all types behind it, and returns its name.
func (tables *internalTables) walk(t, published reflect.Type) string {
	name := t.Name()
	if known, isKnown := tables.goTypes[name]; isKnown {
		if known != t {
			log.Fatalf("two internal types have the name %s: %s and %s", name, known.PkgPath(), t.PkgPath())
		}
		return name
	}
	tables.goTypes[name] = t
	members := []member{}
	for i := range t.NumField() {
		if f := t.Field(i); f.Type != reflect.TypeFor[meta.TypeMeta]() {
			members = append(members, tables.memberOf(f, published))
		}
	}
	tables.members[name] = members
	return name
}

func (tables *internalTables) memberOf(f reflect.StructField, published reflect.Type) member {
	switch {
	case f.Type == reflect.TypeFor[meta.ObjectMeta]():
		return member{"", "metadata", "<metadata>"}
	case f.Anonymous:
		counterpart, isFound := published.FieldByName(f.Name)
		if !isFound {
			log.Fatalf("%s has no %s", published, f.Name)
		}
		return member{"", "", "<" + tables.walk(f.Type, counterpart.Type) + ">"}
	}
	counterpart, isFound := published.FieldByName(f.Name)
	if api, _, _ := strings.Cut(counterpart.Tag.Get("json"), ","); isFound && api != "" {
		return member{f.Name, api, tables.formOf(f.Type, counterpart.Type)}
	}
	// A field that conversions move, as hostNetwork, or that only older versions of the API had.
	return member{f.Name, strings.ToLower(f.Name[:1]) + f.Name[1:], tables.formOf(f.Type, f.Type)}
}

// formOf describes the type of a field.
func (tables *internalTables) formOf(t, published reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		if isScalar(t.Elem()) {
			return "*"
		}
		return "*" + tables.formOf(t.Elem(), dereferenced(published))
	case reflect.Slice:
		if isScalar(t.Elem()) {
			return "[]"
		}
		return "[]" + tables.formOf(t.Elem(), published.Elem())
	case reflect.Map:
		if shapeOf(t.Elem()) == "quantity" {
			return "map quantity"
		}
		return "map"
	case reflect.Struct:
		return tables.formOfStruct(t, dereferenced(published))
	case reflect.Bool:
		return "b"
	case reflect.String:
		return ""
	}
	return "n"
}

func (tables *internalTables) formOfStruct(t, published reflect.Type) string {
	switch shapeOf(t) {
	case "quantity":
		return "quantity"
	case "intOrString":
		return "intstr"
	case "any", "time", "microTime":
		return "any"
	}
	if t == reflect.TypeFor[meta.LabelSelector]() {
		return "selector"
	}
	return tables.walk(t, published)
}

func isScalar(t reflect.Type) bool {
	return t.Kind() != reflect.Struct && t.Kind() != reflect.Slice && t.Kind() != reflect.Map && t.Kind() != reflect.Pointer
}
