package main

import (
	"reflect"
	"strings"

	autoscaling "k8s.io/api/autoscaling/v1"
	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	resourcequota "k8s.io/apiserver/pkg/admission/plugin/resourcequota/apis/resourcequota/v1"
	apiserver "k8s.io/apiserver/pkg/apis/apiserver/v1"
	audit "k8s.io/apiserver/pkg/apis/audit/v1"
	clientscheme "k8s.io/client-go/kubernetes/scheme"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	eventratelimit "k8s.io/kubernetes/plugin/pkg/admission/eventratelimit/apis/eventratelimit/v1alpha1"
	podtolerationrestriction "k8s.io/kubernetes/plugin/pkg/admission/podtolerationrestriction/apis/podtolerationrestriction/v1alpha1"
	podsecurity "k8s.io/pod-security-admission/admission/api/v1"
)

// apiScheme returns the published types: those of the API, and those of the files that API servers read and write.
func apiScheme() *runtime.Scheme {
	scheme := clientscheme.Scheme
	for _, add := range []func(*runtime.Scheme) error{
		apiextensions.AddToScheme, apiregistration.AddToScheme, apiserver.AddToScheme, audit.AddToScheme, eventratelimit.AddToScheme, podsecurity.AddToScheme,
		podtolerationrestriction.AddToScheme, resourcequota.AddToScheme,
	} {
		check(add(scheme))
	}
	return scheme
}

// furtherTypes are types that kadm reads, but that are not reached from a kind.
var furtherTypes = []reflect.Type{reflect.TypeFor[autoscaling.Scale](), reflect.TypeFor[meta.ListMeta]()}

// typeOfKind returns the Go type of `apps/v1/Deployment`, or nil if this version has none.
func typeOfKind(scheme *runtime.Scheme, apiVersion, kind string) reflect.Type {
	groupVersion, err := schema.ParseGroupVersion(apiVersion)
	check(err)
	return scheme.AllKnownTypes()[groupVersion.WithKind(kind)]
}

// nameOf returns the name of the table of a type: `core/v1.Pod`.
func nameOf(t reflect.Type) string {
	parts := strings.Split(t.PkgPath(), "/")
	return strings.Join(parts[max(0, len(parts)-2):], "/") + "." + t.Name()
}

// jsonField is a field of a Go struct as encoding/json sees it.
type jsonField struct {
	reflect.StructField
	name string
	// via are the names of the embedded structs that the field belongs to, the outer one first.
	via       string
	omitEmpty bool
	omitZero  bool
}

// jsonFields returns the fields of a struct, those of embedded structs in place.
func jsonFields(t reflect.Type) []jsonField {
	var fields []jsonField
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case f.Anonymous && name == "":
			for _, inner := range jsonFields(f.Type) {
				inner.via = strings.TrimSuffix(f.Type.Name()+"."+inner.via, ".")
				fields = append(fields, inner)
			}
		case name != "":
			fields = append(fields, jsonField{
				StructField: f, name: name,
				omitEmpty: strings.Contains(options, "omitempty"), omitZero: strings.Contains(options, "omitzero"),
			})
		}
	}
	return fields
}

// dereferenced returns the type that a pointer points to, and other types as they are.
func dereferenced(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}
