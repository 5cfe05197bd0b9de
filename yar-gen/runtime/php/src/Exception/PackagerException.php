<?php

declare(strict_types=1);

namespace Yar\Exception;

/**
 * A body that cannot be packed, or bytes that cannot be unpacked.
 */
final class PackagerException extends YarException {}
