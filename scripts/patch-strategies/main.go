// Prints how strategic merge patches merge the API types of Kubernetes, as src/machinery/schema/api-patch.json holds it:
// for each type the fields that have a patch strategy, and those behind which there is one.
//
//	go mod init patch-strategies && go get k8s.io/client-go@v0.36.3 k8s.io/apiextensions-apiserver@v0.36.3
//	go run . < ../../src/machinery/schema/api-resources.json > ../../src/machinery/schema/api-patch.json
package main

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/client-go/kubernetes/scheme"
)

type field struct{ Type, Strategy, Key string }

// MarshalJSON writes a field as a short list.
func (f field) MarshalJSON() ([]byte, error) {
	list := []string{f.Type, f.Strategy, f.Key}
	for list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return json.Marshal(list)
}

type table struct {
	Kinds map[string]string           `json:"kinds"`
	Types map[string]map[string]field `json:"types"`
}

var types = map[string]map[string]field{}

func main() {
	if err := apiextensions.AddToScheme(scheme.Scheme); err != nil {
		panic(err)
	}
	var resources []struct{ APIVersion, Kind string }
	if err := json.NewDecoder(os.Stdin).Decode(&resources); err != nil {
		panic(err)
	}
	served := map[string]bool{}
	for _, resource := range resources {
		served[resource.APIVersion+"/"+resource.Kind] = true
	}
	kinds := map[string]string{}
	for gvk, goType := range scheme.Scheme.AllKnownTypes() {
		if kind := strings.TrimPrefix(gvk.Group+"/"+gvk.Version+"/"+gvk.Kind, "/"); served[kind] {
			kinds[kind] = walk(goType)
		}
	}
	prune()
	for kind, name := range kinds {
		// Those of which only the metadata is merged by keys are all alike.
		if fields := types[name]; len(fields) <= 1 {
			delete(types, name)
			delete(kinds, kind)
		}
	}
	encoder := json.NewEncoder(os.Stdout)
	if err := encoder.Encode(table{kinds, types}); err != nil {
		panic(err)
	}
}

func nameOf(t reflect.Type) string {
	parts := strings.Split(t.PkgPath(), "/")
	return strings.Join(parts[max(0, len(parts)-2):], "/") + "." + t.Name()
}

// walk records the fields of a struct type and of all types behind it.
func walk(t reflect.Type) string {
	name := nameOf(t)
	if _, isKnown := types[name]; isKnown {
		return name
	}
	types[name] = map[string]field{}
	collect(t, types[name])
	return name
}

func collect(t reflect.Type, fields map[string]field) {
	for i := 0; i < t.NumField(); i++ {
		f := t.Field(i)
		tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && tag == "" {
			collect(f.Type, fields)
			continue
		}
		if tag == "" || tag == "-" {
			continue
		}
		entry := field{Strategy: f.Tag.Get("patchStrategy"), Key: f.Tag.Get("patchMergeKey")}
		if s := structBehind(f.Type); s != nil {
			entry.Type = walk(s)
		}
		if entry != (field{}) {
			fields[tag] = entry
		}
	}
}

// structBehind finds the struct of which a field holds one or a list.
func structBehind(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	// Those that print themselves, as Quantity and Time, have no fields in JSON.
	marshaler := reflect.TypeFor[json.Marshaler]()
	if t.Kind() != reflect.Struct || !strings.HasPrefix(t.PkgPath(), "k8s.io/api") || t.Implements(marshaler) || reflect.PointerTo(t).Implements(marshaler) {
		return nil
	}
	return t
}

// prune leaves out what has no patch strategy and no type behind it that has one.
func prune() {
	for changed := true; changed; {
		changed = false
		for name, fields := range types {
			for key, entry := range fields {
				if _, isKept := types[entry.Type]; entry.Type != "" && !isKept {
					changed = true
					if entry.Strategy == "" {
						delete(fields, key)
					} else {
						fields[key] = field{Strategy: entry.Strategy, Key: entry.Key}
					}
				}
			}
			if len(fields) == 0 {
				delete(types, name)
				changed = true
			}
		}
	}
}
