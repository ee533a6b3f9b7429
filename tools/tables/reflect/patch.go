package main

import (
	"encoding/json"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
)

// patchTables is api-patch.json: how strategic merge patches merge lists and maps.
type patchTables struct {
	Kinds map[string]string                `json:"kinds"`
	Types map[string]map[string]patchField `json:"types"`
}

// patchField is a field with a patch strategy, or with a type behind it that has such fields.
type patchField struct{ Type, Strategy, Key string }

// MarshalJSON writes a field as a short list.
func (f patchField) MarshalJSON() ([]byte, error) {
	list := []string{f.Type, f.Strategy, f.Key}
	for list[len(list)-1] == "" {
		list = list[:len(list)-1]
	}
	return json.Marshal(list)
}

// reflectPatch returns the merge strategies of all kinds that the server serves.
func reflectPatch(scheme *runtime.Scheme, resources []servedResource) patchTables {
	tables := patchTables{Kinds: map[string]string{}, Types: map[string]map[string]patchField{}}
	for _, served := range resources {
		if t := typeOfKind(scheme, served.APIVersion, served.Kind); t != nil {
			tables.Kinds[served.APIVersion+"/"+served.Kind] = tables.walk(t)
		}
	}
	tables.prune()
	tables.leaveOutPlainKinds()
	return tables
}

// walk records the fields of a struct type and of all types behind it, and returns its name.
func (tables *patchTables) walk(t reflect.Type) string {
	name := nameOf(t)
	if _, isKnown := tables.Types[name]; isKnown {
		return name
	}
	fields := map[string]patchField{}
	tables.Types[name] = fields
	for _, field := range jsonFields(t) {
		entry := patchField{Strategy: field.Tag.Get("patchStrategy"), Key: field.Tag.Get("patchMergeKey")}
		if behind := structBehind(field.Type); behind != nil {
			entry.Type = tables.walk(behind)
		}
		if entry != (patchField{}) {
			fields[field.name] = entry
		}
	}
	return name
}

// structBehind returns the struct of which a field holds one or a list, or nil if there is none.
func structBehind(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	_, isOwn := ownShapes[t]
	if t.Kind() != reflect.Struct || isOwn || !strings.HasPrefix(t.PkgPath(), "k8s.io/") {
		return nil
	}
	return t
}

// prune leaves out what has no patch strategy and no type behind it that has one.
func (tables *patchTables) prune() {
	for changed := true; changed; {
		changed = false
		for name, fields := range tables.Types {
			for key, entry := range fields {
				if _, isKept := tables.Types[entry.Type]; entry.Type != "" && !isKept {
					changed = true
					entry.Type = ""
					fields[key] = entry
					if entry == (patchField{}) {
						delete(fields, key)
					}
				}
			}
			if len(fields) == 0 {
				delete(tables.Types, name)
				changed = true
			}
		}
	}
}

// leaveOutPlainKinds leaves out the kinds of which only the metadata is merged by keys: they are all alike.
func (tables *patchTables) leaveOutPlainKinds() {
	for kind, name := range tables.Kinds {
		if len(tables.Types[name]) <= 1 {
			delete(tables.Types, name)
			delete(tables.Kinds, kind)
		}
	}
}
