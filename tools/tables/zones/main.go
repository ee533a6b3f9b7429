// Prints the time zones of the IANA database that Go embeds, in which API servers look up the time zones of CronJobs (package
// time/tzdata, which kube-apiserver imports), as JSON.
package main

import (
	"archive/zip"
	"encoding/json"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

type database struct {
	// Version is the release of the IANA database: `2025c`.
	Version string   `json:"version"`
	Zones   []string `json:"zones"`
}

var releaseLine = regexp.MustCompile(`(?m)^DATA=(\S+)$`)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: zones GOROOT")
	}
	folder := filepath.Join(os.Args[1], "lib", "time")
	script, err := os.ReadFile(filepath.Join(folder, "update.bash"))
	check(err)
	release := releaseLine.FindSubmatch(script)
	if release == nil {
		log.Fatal("lib/time/update.bash of Go does not name the release of the database")
	}
	// time/tzdata is generated from this archive.
	archive, err := zip.OpenReader(filepath.Join(folder, "zoneinfo.zip"))
	check(err)
	found := database{Version: string(release[1])}
	for _, file := range archive.File {
		if !strings.HasSuffix(file.Name, "/") {
			found.Zones = append(found.Zones, file.Name)
		}
	}
	check(json.NewEncoder(os.Stdout).Encode(found))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
