package i18n

import "testing"

func TestAccept(t *testing.T) {
	tests := []struct {
		header string
		want   Lang
	}{
		{"", En},
		{"zh-CN,zh;q=0.9,en;q=0.8", Zh},
		{"en-US,en;q=0.9,zh;q=0.8", En},
		{"de,zh;q=0.3", Zh},
		{"zh;q=0.2, en;q=0.7", En},
		{"ZH-Hans", Zh},
		{"zh;q=0, en;q=0.1", En},
		{"zh;q=x.x,fr", En},
		{";;;,,,", En},
	}
	for _, test := range tests {
		if got := Accept(test.header); got != test.want {
			t.Errorf("Accept(%q) = %s, want %s", test.header, got, test.want)
		}
	}
}

func TestParseRefusesUnknown(t *testing.T) {
	for _, code := range []string{"", "de", "zh-CN", "EN"} {
		if _, ok := Parse(code); ok {
			t.Errorf("Parse(%q) accepted", code)
		}
	}
}

func TestTextIn(t *testing.T) {
	text := Text{En: "Learn", Zh: "学习"}
	if text.In(En) != "Learn" || text.In(Zh) != "学习" || En.Other() != Zh || Zh.Other() != En {
		t.Error("a text does not come out in its language")
	}
}
