"""Strings that try a tokenizer: every kind of script, space, digit, symbol and special token, alone and mixed."""
import random

PIECES = [
    "Hello", " world", "don't", "I'LL", "we've", "she's", "can't", "'s", "'re", "it''s", "O'Neill", "HTML", "camelCase", "snake_case",
    "kebab-case", "x1y2", "3.14159", "1,234,567", "0x1F", "1e-9", "007", "２０２４", "٣٤٥", "²³", "½", "Ⅷ", "①", "①②", "v2.0.1", "12:34:56", "50%", "$19.99", "€5",
    " ", "  ", "   ", "        ", "\t", "\t\t", "\n", "\n\n", "\n\n\n", "\r\n", " \n", "\n ", " \t ", "\u00a0", "\u2003", "\u3000", "\u200b", "\u2028", "\ufeff",
    "é", "e\u0301", "naïve", "Straße", "ŒUVRE", "ǅ", "İstanbul", "ﬁne", "Привет, мир", "Ελλάδα", "שלום עולם", "مرحبا بالعالم", "नमस्ते", "ไทย", "한국어 문장", "日本語の文", "中文句子。", "「引用」", "Tiếng Việt",
    "😀", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇫🇷", "👍🏽", "❤️", "𝒜𝓁𝓅𝒽𝒶", "𠜎", "\U0010ffff", "\u0000", "\u0001", "\u007f", "\u0085", "\ue000",
    "()", "[]", "{}", "==", "===", "!=", "->", "=>", "::", "...", "…", "--", "—", "``", "```", "\"", "''", "\\", "\\n", "/", "//", "/* */", "#", "##", "@", "&&", "||", "%%", "~~", "^^", "<", ">", "<=", "<<", "</", "<|", "|>", "<|im", "im_start|>", "+-*/", "。", "，", "！", "？", "«»", "“”", "¿", "¡", "™", "©", "→", "∑", "≠",
    "<|im_start|>", "<|im_end|>", "<|endoftext|>", "<repo_name>", "<file_sep>", "<|im_start|>user", "<jupyter_code>", "<empty_output>", "<|IM_START|>", "< |im_start|>",
    "def f(x):\n    return x\n", "for (let i = 0; i < 10; i++) {", "SELECT * FROM t WHERE a='b';", "#include <stdio.h>", "https://example.org/a?b=c&d=e#f", "user@example.org", "C:\\Users\\x", "{\"key\": [1, 2.5, null]}", "<div class=\"a\">", "# Title\n\n- item\n- item", "a\tb\tc", "if x:\n\tpass",
]  # fmt: skip


def texts():
    rng = random.Random(1)
    result = [""] + list(PIECES) + [" " + p for p in PIECES] + [p + " " for p in PIECES] + [p + p for p in PIECES]
    for length in (2, 2, 3, 3, 4, 6):
        for _ in range(180):
            result.append("".join(rng.choice(PIECES) for _ in range(length)))
    for _ in range(200):  # spaces between everything
        result.append(" ".join(rng.choice(PIECES) for _ in range(4)))
    for low, high in ((0x20, 0x7F), (0xA0, 0x250), (0x370, 0x530), (0x590, 0x700), (0x900, 0xE80), (0x2000, 0x2BFF), (0x3040, 0x30FF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0x1F300, 0x1FAFF), (0x10000, 0x1F000)):
        for _ in range(60):
            result.append("".join(chr(rng.randrange(low, high)) for _ in range(rng.randrange(1, 12))))
    for n in range(1, 20):
        result += [" " * n + "x", "x" + " " * n, "\n" * n + "x", "1" * n, "\t" * n + "y", "a" * n]
    return list(dict.fromkeys(result))
