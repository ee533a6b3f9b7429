package main

import (
	"reflect"
	"slices"
	"strings"
)

// printed is an entry of api-printed.json: the fields of a type that Go prints also when they are empty.
type printed struct {
	// Kept are fields that are printed with the values "", 0 and false, and empty lists and maps, if they have them.
	Kept []string `json:"kept,omitempty"`
	// Structs are printed even if nothing is given of them.
	Structs []string `json:"structs,omitempty"`
	// Always are the fields that are printed even if they are absent, with their values.
	Always map[string]any `json:"always,omitempty"`
}

// reflectPrinted describes the printed form of the types of the API that servers store.
func reflectPrinted(fields fieldTables) map[string]printed {
	result := map[string]printed{}
	for name, t := range fields.goTypes {
		if isStored(name) {
			result[name] = printedForm(t)
		}
	}
	return result
}

// isStored is false for types of configuration files, audit logs and subresources.
func isStored(name string) bool {
	for _, prefix := range []string{
		"apiserver/", "api/v1.PodSecurity", "audit/", "autoscaling/v1.Scale", "eventratelimit/", "podtolerationrestriction/", "resourcequota/",
	} {
		if strings.HasPrefix(name, prefix) {
			return false
		}
	}
	return true
}

func printedForm(t reflect.Type) printed {
	form := printed{Always: map[string]any{}}
	for _, field := range jsonFields(t) {
		isOmitted := field.omitEmpty || field.omitZero
		switch shape := shapeOf(dereferenced(field.Type)); {
		case field.Type.Kind() == reflect.Pointer:
			form.pointer(field, shape)
		case shape == "struct" && !field.omitZero:
			form.Structs = append(form.Structs, field.name)
		case slices.Contains([]string{"time", "microTime"}, shape) && !field.omitZero:
			form.Always[field.name] = nil
		case shape == "quantity" && !isOmitted:
			form.Always[field.name] = "0"
		case isPlain(shape) && !isOmitted:
			form.Kept = append(form.Kept, field.name)
			form.Always[field.name] = zero(field.Type)
		}
	}
	slices.Sort(form.Kept)
	slices.Sort(form.Structs)
	return form
}

// pointer describes a field that is a pointer: Go omits only nil.
func (form *printed) pointer(field jsonField, shape string) {
	if isPlain(shape) {
		form.Kept = append(form.Kept, field.name)
	}
	if !field.omitEmpty {
		form.Always[field.name] = nil
	}
}

// isPlain is true for the shapes whose empty values omitempty leaves out.
func isPlain(shape string) bool {
	return slices.Contains([]string{"bool", "bytes", "int32", "int64", "list", "map", "string"}, shape)
}

// zero is the JSON of the zero value of a type.
func zero(t reflect.Type) any {
	if t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
		return nil
	}
	return reflect.Zero(t).Interface()
}
