"""The chats whose greedy answers are recorded."""

SYSTEM = "You are a helpful AI assistant named SmolLM, trained by Hugging Face"

_STORY = (
    "The lighthouse keeper climbed the stairs every evening at the same hour, counted the ships on the horizon, wrote "
    "their number in a book with a blue cover, and lit the lamp. In forty years he had missed only one evening, when a "
    "storm broke the windows and the rain put out every match he had. That night a small boat with three fishermen ran "
    "onto the rocks below, and although all three were saved, he never forgave himself. "
)

QUESTIONS = [
    "What is the capital of France?",
    "Write one sentence about the sea.",
    "Hi",
    "Who wrote Romeo and Juliet?",
    "List three colours.",
    "What is 2 + 2?",
    "Explain gravity to a child.",
    "Translate to French: good morning",
    "Write a haiku about autumn.",
    "def add(a, b):\n    # complete this Python function",
    "Fix the spelling: I hav a redd car",
    "Was ist ein Apfel?",
    "¿Cuál es la capital de España?",
    "你好,请介绍一下你自己。",
    "Give me a JSON object with a name and an age.",
    "Name a fruit 🍎 and a vegetable 🥕.",
    "How do I boil an egg?",
    "Summarise in one sentence: " + _STORY,
    _STORY * 3 + "\n\nWhat colour was the cover of the book?",
    "Repeat after me: 1234567890    tabs\tand   spaces",
]


def prompt(question):
    """ChatML, exactly as the embedded model's chat template renders one user message without a system message."""
    return f"<|im_start|>system\n{SYSTEM}<|im_end|>\n<|im_start|>user\n{question}<|im_end|>\n<|im_start|>assistant\n"
