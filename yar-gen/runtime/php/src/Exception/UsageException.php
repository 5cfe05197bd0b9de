<?php

declare(strict_types=1);

namespace Yar\Exception;

/**
 * An address or an option that cannot work; nothing was sent.
 */
final class UsageException extends YarException {}
