package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// document is a record as its two columns hold it.
type document struct {
	JSON      string
	NonFinite sql.NullString // JSON object from a number's path to "NaN", "+Inf" or "-Inf"
}

// encode turns a record into its document. A benchmark may report any number
// with b.ReportMetric, and a statistic of it may divide by zero; JSON has
// neither NaN nor infinities, and a trial must not be lost for that.
func encode(record any) (document, error) {
	special := map[string]string{}
	finite := replaceFloats(reflect.ValueOf(record), "", func(path string, x float64) float64 {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			special[path] = strconv.FormatFloat(x, 'g', -1, 64)
			return 0
		}
		return x
	})
	body, err := json.Marshal(finite.Interface())
	if err != nil {
		return document{}, err
	}
	doc := document{JSON: string(body)}
	if len(special) > 0 {
		if body, err = json.Marshal(special); err != nil {
			return document{}, err
		}
		doc.NonFinite = sql.NullString{String: string(body), Valid: true}
	}
	return doc, nil
}

// decode is the inverse of encode.
func decode[T any](doc document) (T, error) {
	var record T
	if err := json.Unmarshal([]byte(doc.JSON), &record); err != nil {
		return record, err
	}
	if !doc.NonFinite.Valid {
		return record, nil
	}
	var special map[string]string
	if err := json.Unmarshal([]byte(doc.NonFinite.String), &special); err != nil {
		return record, fmt.Errorf("numbers that are not finite: %w", err)
	}
	var bad error
	restored := replaceFloats(reflect.ValueOf(record), "", func(path string, x float64) float64 {
		text, ok := special[path]
		if !ok {
			return x
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			bad = fmt.Errorf("number at %s: %w", path, err)
		}
		return v
	})
	return restored.Interface().(T), bad
}

// replaceFloats returns a copy of v with every float64 replaced by what f makes
// of it. A path names each by JSON keys, slice indices and quoted map keys.
func replaceFloats(v reflect.Value, path string, f func(path string, x float64) float64) reflect.Value {
	switch v.Kind() {
	case reflect.Float64:
		c := reflect.New(v.Type()).Elem()
		c.SetFloat(f(path, v.Float()))
		return c
	case reflect.Struct:
		c := reflect.New(v.Type()).Elem()
		c.Set(v)
		for i := range v.NumField() {
			field := v.Type().Field(i)
			if !field.IsExported() {
				continue // time.Time's: no floats there
			}
			key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			c.Field(i).Set(replaceFloats(v.Field(i), path+"/"+key, f))
		}
		return c
	case reflect.Pointer:
		if v.IsNil() {
			return v
		}
		c := reflect.New(v.Type().Elem())
		c.Elem().Set(replaceFloats(v.Elem(), path, f))
		return c
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		c := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			c.Index(i).Set(replaceFloats(v.Index(i), path+"/"+strconv.Itoa(i), f))
		}
		return c
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		c := reflect.MakeMapWithSize(v.Type(), v.Len())
		for k, e := range v.Seq2() {
			c.SetMapIndex(k, replaceFloats(e, path+"/"+strconv.Quote(fmt.Sprint(k)), f))
		}
		return c
	default:
		return v
	}
}
