package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// entries are the scripts that pages and workers load by a logical name.
var entries = [...]struct {
	source, logical string
	format          api.Format
}{
	{"web/src/main.ts", "main.js", api.FormatESModule},
	{"web/src/engine/worker.ts", "worker.js", api.FormatESModule},
	{"web/src/early.ts", "early.js", api.FormatIIFE},
}

// bundleScripts bundles the entries that exist. Modules share chunks; the early
// script stands alone, since it runs as a classic script.
func (b *builder) bundleScripts() error {
	for _, format := range []api.Format{api.FormatESModule, api.FormatIIFE} {
		var points []api.EntryPoint
		for _, e := range entries {
			path := filepath.Join(b.root, e.source)
			if _, err := os.Stat(path); e.format == format && err == nil {
				points = append(points, api.EntryPoint{InputPath: path, OutputPath: strings.TrimSuffix(e.logical, ".js")})
			}
		}
		if err := b.bundle(points, format); err != nil {
			return err
		}
	}
	return nil
}

// bundleStyle joins the style sheet.
func (b *builder) bundleStyle() error {
	sheet := filepath.Join(b.root, "static", "css", "main.css")
	return b.bundle([]api.EntryPoint{{InputPath: sheet, OutputPath: "main"}}, api.FormatDefault)
}

// bundle runs esbuild and keeps its output in memory.
func (b *builder) bundle(points []api.EntryPoint, format api.Format) error {
	if len(points) == 0 {
		return nil
	}
	work, err := filepath.Abs(b.root)
	if err != nil {
		return err
	}
	dist, err := filepath.Abs(b.dist)
	if err != nil {
		return err
	}
	result := api.Build(api.BuildOptions{
		EntryPointsAdvanced: points,
		AbsWorkingDir:       work,
		Outdir:              dist,
		EntryNames:          "[name]-[hash]",
		ChunkNames:          "chunk-[hash]",
		AssetNames:          "[name]-[hash]",
		Bundle:              true,
		Splitting:           format == api.FormatESModule,
		Format:              format,
		Target:              api.ES2022,
		// The style sheet stays as it is written: light-dark() and nesting are
		// in every browser that runs the engine.
		Engines:           nil,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsEndOfFile,
		Metafile:          true,
		Write:             false,
		LogLevel:          api.LogLevelSilent,
		TsconfigRaw:       `{"compilerOptions":{"experimentalDecorators":true,"useDefineForClassFields":false}}`,
	})
	if len(result.Errors) > 0 {
		return bundleErrors(result.Errors)
	}
	return b.takeBundle(result, dist)
}

// bundleErrors tells each error with file and line.
func bundleErrors(messages []api.Message) error {
	var all []error
	for _, text := range api.FormatMessages(messages, api.FormatMessagesOptions{Kind: api.ErrorMessage}) {
		all = append(all, fmt.Errorf("%s", strings.TrimSpace(text)))
	}
	return errors.Join(all...)
}
