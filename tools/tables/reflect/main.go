// Prints the tables of src/machinery/schema for the version of Kubernetes whose modules it is built with, as one JSON document.
// `npm run tables` builds and runs it for each version (see ../README.md).
//
//	tables REPOSITORY KIND...
//
// REPOSITORY is the folder of the module k8s.io/kubernetes: its api/ has the discovery and OpenAPI documents of the version.
// Each KIND is a kind of kadm's registry, such as v1/Pod.
package main

import (
	"encoding/json"
	"log"
	"os"
)

type tables struct {
	Fields    fieldTables         `json:"fields"`
	Internal  map[string][]member `json:"internal"`
	Patch     patchTables         `json:"patch"`
	Printed   map[string]printed  `json:"printed"`
	Required  openAPITables       `json:"required"`
	Resources []servedResource    `json:"resources"`
}

func main() {
	log.SetFlags(0)
	if len(os.Args) < 3 {
		log.Fatal("usage: tables REPOSITORY KIND...")
	}
	repository := os.Args[1]
	scheme := apiScheme()
	fields := reflectFields(scheme, append(os.Args[2:], furtherKinds...))
	resources := readResources(repository)
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	check(encoder.Encode(tables{
		Fields:    fields,
		Internal:  reflectInternal(),
		Patch:     reflectPatch(scheme, resources),
		Printed:   reflectPrinted(fields),
		Required:  readRequired(repository, scheme, fields, resources),
		Resources: resources,
	}))
}

// check ends the program on an error: a table that is incomplete must not be written.
func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
