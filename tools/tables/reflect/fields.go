package main

import (
	"log"
	"reflect"

	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// fieldTables is api-fields.json.
type fieldTables struct {
	Kinds map[string]string    `json:"kinds"`
	Types map[string]typeTable `json:"types"`

	goTypes map[string]reflect.Type
}

type typeTable struct {
	Fields map[string]fieldTable `json:"fields"`
	Struct string                `json:"struct"`
}

type fieldTable struct {
	Element *fieldTable `json:"element,omitempty"`
	Go      string      `json:"go"`
	Shape   string      `json:"shape"`
	Type    string      `json:"type,omitempty"`
	Via     string      `json:"via,omitempty"`
}

// ownShapes are the shapes of the types that read and print themselves.
var ownShapes = map[reflect.Type]string{
	reflect.TypeFor[intstr.IntOrString]():   "intOrString",
	reflect.TypeFor[meta.FieldsV1]():        "any",
	reflect.TypeFor[meta.MicroTime]():       "microTime",
	reflect.TypeFor[meta.Time]():            "time",
	reflect.TypeFor[resource.Quantity]():    "quantity",
	reflect.TypeFor[runtime.RawExtension](): "any",
	reflect.TypeFor[runtime.Unknown]():      "any",
}

// reflectFields returns the fields of the kinds that this version has, and of all types behind them.
func reflectFields(scheme *runtime.Scheme, kinds []string) fieldTables {
	tables := fieldTables{Kinds: map[string]string{}, Types: map[string]typeTable{}, goTypes: map[string]reflect.Type{}}
	for _, name := range kinds {
		apiVersion, kind := splitKind(name)
		if t := typeOfKind(scheme, apiVersion, kind); t != nil {
			tables.Kinds[name] = tables.walk(t)
		}
	}
	for _, t := range furtherTypes {
		tables.walk(t)
	}
	return tables
}

// walk records the fields of a struct type and of all types behind it, and returns its name.
func (tables *fieldTables) walk(t reflect.Type) string {
	name := nameOf(t)
	if _, isKnown := tables.Types[name]; isKnown {
		return name
	}
	table := typeTable{Fields: map[string]fieldTable{}, Struct: t.Name()}
	tables.Types[name] = table
	tables.goTypes[name] = t
	for _, field := range jsonFields(t) {
		described := tables.describe(field.Type)
		described.Via = field.via
		table.Fields[field.name] = described
	}
	return name
}

func (tables *fieldTables) describe(pointer reflect.Type) fieldTable {
	t := dereferenced(pointer)
	table := fieldTable{Go: t.String(), Shape: shapeOf(t)}
	switch table.Shape {
	case "struct":
		table.Type = tables.walk(t)
	case "list", "map":
		element := tables.describe(t.Elem())
		table.Element = &element
	}
	return table
}

func shapeOf(t reflect.Type) string {
	if shape, isOwn := ownShapes[t]; isOwn {
		return shape
	}
	switch t.Kind() {
	case reflect.Bool, reflect.Int32, reflect.Int64, reflect.Map, reflect.String, reflect.Struct:
		return t.Kind().String()
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return "list"
	}
	log.Fatalf("no shape for the Go type %s: add it to src/machinery/decode/decode.ts and here", t)
	return ""
}
